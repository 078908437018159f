"""The headers by which a gateway names the user of a request to the wallet."""

from __future__ import annotations

import hashlib
import hmac
import time
from threading import Lock


class UserSignature:
    """
    An HMAC-SHA256 over the service, the time, the method, the path with its query, the user and the SHA-256 of the
    body, one a line. Each attempt has its own, since that of a change is valid once.
    """

    def __init__(self, service: str, user_id: str, secret: str) -> None:
        self._service = service
        self._user_id = user_id
        self._secret = secret.encode()
        self._lock = Lock()
        self._last_at = 0

    def headers(self, method: str, target: str, body: bytes) -> dict[str, str]:
        """The headers of one attempt."""
        at = self._next_time(is_change=method != "GET")
        lines = [self._service, str(at), method, target, self._user_id, hashlib.sha256(body).hexdigest()]
        digest = hmac.new(self._secret, "\n".join(lines).encode(), hashlib.sha256).hexdigest()
        return {"x-user-id": self._user_id, "x-user-id-signature": f"t={at},v2={digest}"}

    def _next_time(self, *, is_change: bool) -> int:
        with self._lock:
            now = int(time.time())
            if not is_change:
                return now
            # Two signatures of the same second would be the same.
            self._last_at = max(now, self._last_at + 1)
            return self._last_at
