"""The client of the wallet: the API keys of a user."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from ..sign_user import UserSignature
from .generated.calls import AsyncWalletCalls
from .transport import AsyncSettings, AsyncTransport

if TYPE_CHECKING:
    import httpx
    from typing_extensions import Self

    from .._runtime.async_runtime import AsyncClock


class AsyncWalletClient(AsyncWalletCalls):
    """The wallet: the API keys of a user. Calls are repeated within their deadline where that is safe."""

    def __init__(
        self,
        url: str = "http://127.0.0.1:4001",
        *,
        user_id: str,
        gateway_secret: str | None = None,
        deadline: float = 30.0,
        attempt: float = 5.0,
        http: httpx.AsyncBaseTransport | None = None,
        clock: AsyncClock | None = None,
    ) -> None:
        """
        `user_id` is sent as `X-User-Id`. `gateway_secret` is what the wallet shares with its gateway, where it believes
        signed users only (`gateway-hmac`).
        """
        signature = None if gateway_secret is None else UserSignature("wallet", user_id, gateway_secret)

        def headers(method: str, target: str, body: bytes) -> Mapping[str, str]:
            return {"x-user-id": user_id} if signature is None else signature.headers(method, target, body)

        super().__init__(AsyncTransport(AsyncSettings(url, deadline, attempt, http, clock), headers))

    async def aclose(self) -> None:
        """Ends the connections."""
        await self.transport.aclose()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.aclose()
