"""
The place and name of each operation in the package, and what may be done when it has no answer.

`read` and `rows` (page by page) are sent again. `same` is a write that does the same when sent again, `urgent` one that
lowers risk and goes first. `intent` is done once by its client_id. `once` might be done twice, so it is not sent again.
An operation that is not here is a method of the client all the same, named as in the document.
"""

from dataclasses import dataclass
from typing import Literal

Kind = Literal["read", "rows", "same", "urgent", "intent", "once"]


@dataclass(frozen=True)
class Place:
    """A method: its class, its name, and what follows when no answer comes."""

    group: str
    name: str
    kind: Kind
    look_up: str = ""


# Written by hand in src/ats/_async: they are more than a request.
BY_HAND = {
    "placeOrder", "previewOrder", "placeOrders", "closePosition", "listOrders", "listEvents", "getFunding",
    "armDeadManSwitch", "streamAccount", "streamAccounts", "streamMarket", "listPrices",
}  # fmt: skip

_ACCOUNT = "AsyncAccountCalls"
_CLIENT = "AsyncClientCalls"
_MARKET = "AsyncMarketCalls"
_CHALLENGES = "AsyncChallengeCalls"
_COMPETITIONS = "AsyncCompetitionCalls"
_CERTIFICATES = "AsyncCertificateCalls"
_WEBHOOKS = "AsyncWebhookCalls"
_SANDBOX = "AsyncSandboxCalls"
_WALLET = "AsyncWalletCalls"
_LAB = "AsyncLabCalls"
_ODDS = "AsyncOddsCalls"

# Classes of one account have its id.
BOUND = {_ACCOUNT: "account_id"}

PLACES: dict[str, Place] = {
    "getOrder": Place(_ACCOUNT, "order", "read"),
    "modifyOrder": Place(_ACCOUNT, "modify", "same", "read it with order(order_id)"),
    "cancelOrder": Place(_ACCOUNT, "cancel", "urgent", "cancel it again, or read it with order(order_id)"),
    "cancelAllOrders": Place(_ACCOUNT, "cancel_all", "urgent", "cancel them again, or read working_orders()"),
    "protectPosition": Place(_ACCOUNT, "protect", "same", "read positions()"),
    "renameAccount": Place(_ACCOUNT, "rename", "same", "rename it again"),
    "getAccount": Place(_ACCOUNT, "get", "read"),
    "getAccountSummary": Place(_ACCOUNT, "summary", "read"),
    "listPositions": Place(_ACCOUNT, "positions", "read"),
    "listClosedPositions": Place(_ACCOUNT, "positions_history", "rows"),
    "listTrades": Place(_ACCOUNT, "trades", "rows"),
    "listTransfers": Place(_ACCOUNT, "ledger", "rows"),
    "getEquityCurve": Place(_ACCOUNT, "equity", "read"),
    "listDays": Place(_ACCOUNT, "days", "rows"),
    "getRisk": Place(_ACCOUNT, "risk", "read"),
    "getObjectives": Place(_ACCOUNT, "objectives", "read"),
    "listBreaches": Place(_ACCOUNT, "breaches", "rows"),
    "listProfitAdjustments": Place(_ACCOUNT, "profit_adjustments", "rows"),
    "listViolations": Place(_ACCOUNT, "violations", "rows"),
    "getAnalytics": Place(_ACCOUNT, "analytics", "read"),
    "getLeverage": Place(_ACCOUNT, "leverage", "read"),
    "setLeverage": Place(_ACCOUNT, "set_leverage", "same", "read leverage()"),
    "useKillSwitch": Place(_ACCOUNT, "use_kill_switch", "urgent", "use it again"),
    "liftKillSwitch": Place(_ACCOUNT, "lift_kill_switch", "same", "lift it again"),
    "getDeadManSwitch": Place(_ACCOUNT, "dead_man_switch", "read"),
    "disarmDeadManSwitch": Place(
        _ACCOUNT, "disarm_dead_man_switch", "urgent", "disarm it again, or read dead_man_switch()"
    ),
    "requestPayout": Place(_ACCOUNT, "request_payout", "intent", "read payouts()"),
    "listPayouts": Place(_ACCOUNT, "payouts", "rows"),
    "cancelPayout": Place(_ACCOUNT, "cancel_payout", "same", "read payouts()"),
    "getAvailablePayout": Place(_ACCOUNT, "available_payout", "read"),
    "issueCertificate": Place(_ACCOUNT, "issue_certificate", "same", "issue it again: it is the same one"),
    "listPlans": Place(_CLIENT, "plans", "read"),
    "listGrants": Place(_CLIENT, "grants", "rows"),
    "listAccounts": Place(_CLIENT, "accounts", "read"),
    "createAccount": Place(_CLIENT, "create_account", "intent", "read accounts()"),
    "getKey": Place(_CLIENT, "key", "read"),
    "getConfig": Place(_MARKET, "config", "read"),
    "getPrice": Place(_MARKET, "price", "read"),
    "getOrderbook": Place(_MARKET, "orderbook", "read"),
    "listPublicTrades": Place(_MARKET, "trades", "read"),
    "listCandles": Place(_MARKET, "candles", "rows"),
    "listFundingRates": Place(_MARKET, "funding_rates", "rows"),
    "listTickers": Place(_MARKET, "tickers", "read"),
    "getTickerMetadata": Place(_MARKET, "metadata", "read"),
    "getMetrics": Place(_MARKET, "metrics", "read"),
    "listNews": Place(_MARKET, "news", "rows"),
    "listPrograms": Place(_CHALLENGES, "programs", "read"),
    "getProgram": Place(_CHALLENGES, "program", "read"),
    "createChallenge": Place(_CHALLENGES, "begin", "intent", "read challenges.list()"),
    "listChallenges": Place(_CHALLENGES, "list", "rows"),
    "getChallenge": Place(_CHALLENGES, "get", "read"),
    "resetChallenge": Place(_CHALLENGES, "reset", "intent", "read challenges.get()"),
    "listChallengeGrants": Place(_CHALLENGES, "grants", "rows"),
    "listCompetitions": Place(_COMPETITIONS, "list", "rows"),
    "getCompetition": Place(_COMPETITIONS, "board", "read"),
    "enterCompetition": Place(_COMPETITIONS, "enter", "same", "enter again: an account enters once"),
    "getCertificate": Place(_CERTIFICATES, "get", "read"),
    "getCertificatePicture": Place(_CERTIFICATES, "picture", "read"),
    "getCertificatePage": Place(_CERTIFICATES, "page", "read"),
    "getCertificateKey": Place(_CERTIFICATES, "public_key", "read"),
    "listWebhookDeliveries": Place(_WEBHOOKS, "deliveries", "rows"),
    "redeliverWebhooks": Place(_WEBHOOKS, "redeliver_all", "same", "read deliveries()"),
    "redeliverWebhook": Place(_WEBHOOKS, "redeliver", "same", "read deliveries()"),
    "sendTestEvent": Place(_WEBHOOKS, "send_test_event", "same", "read deliveries()"),
    "moveMarket": Place(_SANDBOX, "move", "same", "read the price"),
    "releaseMarket": Place(_SANDBOX, "release", "same", "read the price"),
    "setFaults": Place(_SANDBOX, "set_faults", "same", "read faults()"),
    "getFaults": Place(_SANDBOX, "faults", "read"),
    "endFaults": Place(_SANDBOX, "end_faults", "same", "read faults()"),
    "listApiKeys": Place(_WALLET, "keys", "read"),
    "createApiKey": Place(
        _WALLET, "create_key", "once", "read keys(): a key whose secret was lost is of no use: revoke it"
    ),
    "updateApiKey": Place(_WALLET, "update_key", "once", "read keys(), and rotate_webhook_secret(id) for a new secret"),
    "revokeApiKey": Place(_WALLET, "revoke_key", "urgent", "revoke it again"),
    "listKeyActivity": Place(_WALLET, "activity", "read"),
    "rotateApiKey": Place(
        _WALLET, "rotate_key", "once", "read keys(), and rotate once more if its key_prefix has changed"
    ),
    "rotateWebhookSecret": Place(
        _WALLET, "rotate_webhook_secret", "once", "rotate once more, and change the receiver without delay"
    ),
    "getOdds": Place(_ODDS, "odds", "read"),
    "startLabRun": Place(_LAB, "start_run", "once", "read runs(): a run whose secret was lost is of no use: end it"),
    "listLabRuns": Place(_LAB, "runs", "read"),
    "getLabRun": Place(_LAB, "get", "read"),
    "endLabRun": Place(_LAB, "end", "same", "end it again"),
    "getLabReport": Place(_LAB, "report", "read"),
    "getLabResult": Place(_LAB, "result", "read"),
    "advanceLabRun": Place(_LAB, "advance", "once", "read its time with get()"),
    "listLabTapes": Place(_LAB, "tapes", "read"),
    "startLabOdds": Place(_LAB, "start_odds", "once", "wait, and ask again: one is worked out at a time"),
    "getLabOdds": Place(_LAB, "odds_so_far", "read"),
    "endLabOdds": Place(_LAB, "end_odds", "same", "end them again"),
}
