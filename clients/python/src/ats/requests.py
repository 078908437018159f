"""The types of what requests take, as dictionaries: `ats.requests.AccountOrder`. Made from the OpenAPI documents."""

from .generated.requests import *  # noqa: F403
