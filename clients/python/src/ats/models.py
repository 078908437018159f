"""All that answers are made of, as structs: `ats.models.Order`. Made from the OpenAPI documents."""

from .generated.models import *  # noqa: F403
