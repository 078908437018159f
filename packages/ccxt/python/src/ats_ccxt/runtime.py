"""What the sync and the async class have in common beside what is generated."""

from collections import OrderedDict

from ccxt.base.errors import NetworkError

from .platform import parse_json_exactly

# Headers are read right after their answer; a few calls may be under way at once.
ANSWERS_MAX = 64


def network_error(error):
    """An `ExchangeError` that ccxt made of a failing transport, as what it is; any other as it is."""
    cause = error.__cause__
    module = type(cause).__module__.partition(".")[0] if cause is not None else ""
    is_transport = module in ("aiohttp", "requests", "urllib3") and getattr(cause, "response", None) is None
    return NetworkError(f"{error} failed: {cause}") if is_transport else error


class Common:
    """Digits, headers and the account."""

    knownAccount = None

    def __init__(self, config={}):
        self._headers_by_answer = OrderedDict()
        self.toldPositions = {}
        super().__init__(config)

    def parse_json(self, http_response):
        return parse_json_exactly(http_response)

    def keep_headers(self, answer, headers):
        if answer is None:
            return
        self._headers_by_answer[id(answer)] = (answer, headers)
        while len(self._headers_by_answer) > ANSWERS_MAX:
            self._headers_by_answer.popitem(last=False)

    def headers_of(self, answer):
        found = self._headers_by_answer.pop(id(answer), None)
        return None if found is None else found[1]

    def as_text(self, value):
        if value is None or value == "":
            return None
        return value if isinstance(value, str) else self.number_to_string(value)

    def to_number(self, text):
        return None if text is None else self.parse_number(text)
