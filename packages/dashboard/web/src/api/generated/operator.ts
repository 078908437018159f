// Made from the OpenAPI document by release/generate-sdk-types.mjs: do not edit.

import type { Decimal } from '@ats/sdk/numbers/decimal'

export const DOCUMENT_SHA256 = '5899b8fdbf6cd10849beee2212367ce70c7157932b6236b1a769b84ff0a05e82'

/** The fields that are whole numbers: all other numbers are decimals. */

export const WHOLE_NUMBERS: readonly string[] = [
  'ACTIVE',
  'CLOSED',
  'HALTED',
  'HARD',
  'PASSED',
  'REDUCE_ONLY',
  'SOFT',
  'TERMINATED',
  'WARN',
  'accounts',
  'after_minutes',
  'before_minutes',
  'block',
  'chain_id',
  'commands',
  'count',
  'events',
  'fills',
  'fresh',
  'from_block',
  'inserted',
  'liquidation_tick',
  'max_open_orders',
  'max_positions',
  'min_trading_days',
  'next',
  'none',
  'open_positions',
  'path',
  'pending',
  'plan_version',
  'positions',
  'reopened',
  'replicas',
  'sequence',
  'shards',
  'shards_watched',
  'stale',
  'tick',
  'tick_age_seconds',
  'timeout_ms',
  'to_block',
  'trades',
  'trading_days',
  'transfers',
  'trigger_tick',
  'unchanged',
  'unused_grants',
  'updated',
  'version',
  'working_orders',
  'writes',
]

export interface paths {
  '/operator/v1/health': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /** @description The state of the service: readiness, feeds, workers, queues, webhooks, wallet */
    get: operations['getHealth']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/operator/v1/overview': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /** @description The firm at a glance: accounts, the nearest to a floor, exposure, breaches, unpaid payouts, health */
    get: operations['getOverview']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/operator/v1/exposure': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /** @description Open positions of all accounts by symbol and venue: long, short, net, gross */
    get: operations['getExposure']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/operator/v1/plans': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /** @description Every version of every plan, by id, the newest first, and how many accounts have it */
    get: operations['listPlanVersions']
    /** @description Take over a file of plans, whole or not at all */
    put: operations['importPlans']
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/operator/v1/news': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /** @description Scheduled news, the latest first */
    get: operations['listNews']
    /** @description Take over a calendar of news, whole or not at all */
    put: operations['importNews']
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/operator/v1/news/{event_id}': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    post?: never
    /** @description Take an event out of the calendar */
    delete: operations['removeNews']
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/operator/v1/accounts': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /** @description Accounts of all users, newest first, as last written; or those nearest to their floor first */
    get: operations['findAccounts']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/operator/v1/accounts/{account_id}': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /** @description An account with its owner and its figures */
    get: operations['getOperatedAccount']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/operator/v1/accounts/{account_id}/halt': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /** @description Let it only reduce until it is released: its opening orders are cancelled */
    post: operations['haltAccount']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/operator/v1/accounts/{account_id}/release': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /** @description Let a halted account trade again, or lift the lock of its day early */
    post: operations['releaseAccount']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/operator/v1/accounts/{account_id}/close': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /** @description End it for good: orders cancelled, positions closed at what the market gives */
    post: operations['closeAccount']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/operator/v1/accounts/{account_id}/capital': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /** @description Add capital, or pay out what is free */
    post: operations['moveCapital']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/operator/v1/accounts/{account_id}/orders': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /** @description List working orders, or all of them */
    get: operations['listOrders']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/operator/v1/accounts/{account_id}/orders/{order_id}': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /** @description One order, in whatever state it is */
    get: operations['getOrder']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/operator/v1/accounts/{account_id}/summary': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /** @description Equity, margin and PnL at this moment */
    get: operations['getAccountSummary']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/operator/v1/accounts/{account_id}/positions': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /** @description Open positions */
    get: operations['listPositions']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/operator/v1/accounts/{account_id}/positions/history': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /** @description Closed positions, by the time they closed */
    get: operations['listClosedPositions']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/operator/v1/accounts/{account_id}/trades': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /** @description Fills */
    get: operations['listTrades']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/operator/v1/accounts/{account_id}/ledger': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /** @description The ledger: every transfer that made the balance */
    get: operations['listTransfers']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/operator/v1/accounts/{account_id}/events': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /** @description Lifecycle events after a sequence: what webhooks send, for catching up */
    get: operations['listEvents']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/operator/v1/accounts/{account_id}/equity': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /** @description Balance and equity over time */
    get: operations['getEquityCurve']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/operator/v1/accounts/{account_id}/days': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /** @description Trading days: results, lowest equity and breaches of each */
    get: operations['listDays']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/operator/v1/accounts/{account_id}/funding': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /** @description Funding paid and received, by asset class */
    get: operations['getFunding']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/operator/v1/accounts/{account_id}/risk': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /** @description How far the account is from each limit of its plan */
    get: operations['getRisk']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/operator/v1/accounts/{account_id}/breaches': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /** @description Breaches of the rules of the plan */
    get: operations['listBreaches']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/operator/v1/accounts/{account_id}/violations': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /** @description Hard violations, which terminate the account */
    get: operations['listViolations']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/operator/v1/accounts/{account_id}/analytics': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /** @description Trading results over all closed positions */
    get: operations['getAnalytics']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/operator/v1/accounts/{account_id}/leverage': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /** @description The leverage that new positions of a symbol take */
    get: operations['getLeverage']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/operator/v1/accounts/{account_id}/dead-man-switch': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /** @description The dead-man's switch of the account */
    get: operations['getDeadManSwitch']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/operator/v1/accounts/{account_id}/payouts/available': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /** @description What may be asked for now, and the figures that say why */
    get: operations['getAvailablePayout']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/operator/v1/accounts/{account_id}/payouts': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /** @description Payouts asked for, and what became of them */
    get: operations['listPayouts']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/operator/v1/grants': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /** @description Grants, used and unused, newest first */
    get: operations['listGrants']
    put?: never
    /** @description Let a user open one account on a plan, as it is now */
    post: operations['grantPlan']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/operator/v1/grants/{grant_id}': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    post?: never
    /** @description Take back a grant that nobody has used */
    delete: operations['removeGrant']
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/operator/v1/payouts': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /** @description Payouts asked for by all users, newest first */
    get: operations['findPayouts']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/operator/v1/payouts/{payout_id}/propose': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /** @description Say how a payout is split, for another operator to approve */
    post: operations['proposePayout']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/operator/v1/payouts/{payout_id}/approve': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /** @description Approve a payout that another operator has proposed: the account is debited, once */
    post: operations['approvePayout']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/operator/v1/payouts/{payout_id}/reject': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /** @description Reject a payout with a reason */
    post: operations['rejectPayout']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/operator/v1/breaches': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /** @description Breaches of all accounts, newest first */
    get: operations['findBreaches']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/operator/v1/audit': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /** @description Who changed what, newest first */
    get: operations['listAudit']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/operator/v1/ledger-check': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /** @description Recompute balances, postings, charges for time and the numbering of events */
    get: operations['checkLedger']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/operator/v1/evidence/{id}': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /** @description What a breach, a liquidation or an account’s figures are recomputed from */
    get: operations['getEvidence']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/operator/v1/ticks': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /** @description Published ticks of live prices, oldest first, as a recording has them */
    get: operations['listTicks']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/operator/v1/wallets': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /** @description Trading wallets by address, with their means on the chain */
    get: operations['listWallets']
    put?: never
    /** @description Let an account trade with a wallet, at one venue */
    post: operations['registerWallet']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/operator/v1/wallets/{address}/differences': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /** @description Compare the books with what the venue holds of a wallet now */
    get: operations['compareWallet']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/operator/v1/wallets/accept-chain': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /** @description Read on from a block that the chain of a venue still has, after a reorganisation of booked blocks */
    post: operations['acceptChain']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/operator/v1/wallets/{address}/pause': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /** @description Sign nothing more for a wallet; what is signed is brought to its end */
    post: operations['pauseWallet']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/operator/v1/wallets/{address}/drain': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /** @description Open nothing more with a wallet; what is open can be closed */
    post: operations['drainWallet']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/operator/v1/wallets/{address}/resume': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /** @description Let a wallet trade again */
    post: operations['resumeWallet']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/healthz': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /** @description Whether the process is alive */
    get: operations['health']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/readyz': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /** @description Whether requests should be sent here */
    get: operations['readiness']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/openapi.json': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /** @description This document */
    get: operations['openapi']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
}
export type webhooks = Record<string, never>
export interface components {
  schemas: never
  responses: never
  parameters: never
  requestBodies: never
  headers: never
  pathItems: never
}
export type $defs = Record<string, never>
export interface operations {
  getHealth: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description As of a second ago at most. Not ready is a 200 too, also without a database. */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': {
            as_of: string
            /** @description Of the engine that was asked. */
            version: string
            ready: boolean
            /** @description As `/readyz` has them: what it cannot work without. */
            checks: {
              [key: string]: string
            }
            feeds: {
              /** @enum {string} */
              venue: 'GMX' | 'OSTIUM'
              tick_age_seconds: number | null
              prices: {
                fresh: number
                stale: number
                none: number
              }
            }[]
            workers: {
              shards: number
              /** @description Null while the database cannot be reached. */
              shards_watched: number | null
            }
            queues: {
              /** @description Under way or waiting for the turn of their account. */
              commands: number
              /** @description Waiting for a statement of the writer. */
              writes: number
            }
            webhooks: {
              pending: number
              due_since: string | null
            } | null
            /** @description Engine processes on this database, this one included. Null while the database cannot be reached. */
            replicas: number | null
            /**
             * @description Whether the last call was answered.
             * @enum {string}
             */
            wallet: 'up' | 'down'
            /**
             * @description `none`: it runs without one.
             * @enum {string}
             */
            redis: 'up' | 'down' | 'none'
          }
        }
      }
    }
  }
  getOverview: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description As of a second ago at most. */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': {
            /** @description The moment of the marks. */
            as_of: string
            accounts: {
              total: number
              by_state: {
                ACTIVE: number
                REDUCE_ONLY: number
                HALTED: number
                PASSED: number
                TERMINATED: number
                CLOSED: number
              }
            }
            /** @description Ten at most, as `accounts?sort=headroom` begins. */
            nearest_to_floor: {
              id: string
              user_id: string
              plan_id: string
              plan_version: number
              challenge_id: string | null
              name: string
              /** @enum {string} */
              state: 'ACTIVE' | 'REDUCE_ONLY' | 'HALTED' | 'PASSED' | 'TERMINATED' | 'CLOSED'
              state_reason: string | null
              locked_until: string | null
              /** @description What keeps the account from opening anything, strictest first; `state` follows from it. */
              holds: {
                /** @enum {string} */
                kind: 'operator' | 'user_kill_switch' | 'venue_mismatch' | 'daily_lock'
                since: string
                until: string | null
                reason: string | null
              }[]
              balance: Decimal
              created_at: string
              equity: Decimal
              floor: {
                /** @enum {string} */
                rule: 'max_drawdown' | 'daily_loss_limit'
                equity: Decimal
                /** @description Negative below the floor. */
                headroom: Decimal
                /** @description In percent of the loss that the rule allows; null where it is none. */
                headroom_pct: Decimal | null
              }
              /** @description A mark of something held is stale, or was never seen. */
              stale: boolean
            }[]
            exposure: {
              positions: number
              long_notional: Decimal
              short_notional: Decimal
              net_notional: Decimal
              gross_notional: Decimal
              unrealized_pnl: Decimal
            }
            breaches_today: {
              since: string
              by_severity: {
                WARN: number
                SOFT: number
                HARD: number
              }
            }
            feed: {
              tick_age_seconds: number | null
              prices: {
                fresh: number
                stale: number
                none: number
              }
            }
            workers: {
              shards: number
              shards_watched: number
            }
            unpaid_payouts: {
              count: number
              amount: Decimal
            }
            webhooks: {
              pending: number
              due_since: string | null
            }
          }
        }
      }
    }
  }
  getExposure: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description The largest first. As of a second ago at most. */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': {
            as_of: string
            total: {
              positions: number
              long_notional: Decimal
              short_notional: Decimal
              net_notional: Decimal
              gross_notional: Decimal
              unrealized_pnl: Decimal
            }
            by_venue: {
              /** @enum {string} */
              venue: 'GMX' | 'OSTIUM'
              positions: number
              long_notional: Decimal
              short_notional: Decimal
              net_notional: Decimal
              gross_notional: Decimal
              unrealized_pnl: Decimal
            }[]
            by_symbol: {
              symbol: string
              /** @enum {string} */
              venue: 'GMX' | 'OSTIUM'
              long_quantity: Decimal
              short_quantity: Decimal
              positions: number
              long_notional: Decimal
              short_notional: Decimal
              net_notional: Decimal
              gross_notional: Decimal
              unrealized_pnl: Decimal
            }[]
          }
        }
      }
    }
  }
  listPlanVersions: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description All of them. */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': {
            id: string
            version: number
            name: string
            currency: string
            initial_balance: Decimal
            allowed_venues: ('GMX' | 'OSTIUM')[]
            risk_config: {
              currency: string
              initial_balance: Decimal
              max_drawdown: {
                /** @enum {string} */
                mode: 'STATIC' | 'TRAILING_EOD' | 'TRAILING_INTRADAY'
                pct: Decimal
                lock_at_initial: boolean
              }
              daily_loss: {
                pct: Decimal
                /** @enum {string} */
                base: 'INITIAL' | 'BALANCE' | 'EQUITY' | 'HIGHER_OF'
                reset_time: string
                reset_tz: string
                warn_at_pct: Decimal
                /** @enum {string} */
                action: 'TERMINATE' | 'LOCK'
              }
              news_freeze: {
                before_minutes: number
                after_minutes: number
                impacts: string[]
                /** @enum {string} */
                scope: 'OPENING' | 'ALL'
              } | null
              exposure: {
                max_symbol_notional: Decimal
                max_total_notional: Decimal
                max_leverage: Decimal
                max_open_orders: number
                max_positions: number
                /** @enum {string} */
                margin_mode: 'CROSS' | 'ISOLATED'
              }
              objective: {
                profit_target_pct: Decimal
                min_trading_days: number
              } | null
            }
            venue_costs: {
              borrowing: boolean
              rollover: boolean
              oracle_fee: boolean
              /** @enum {string} */
              overnight_leverage: 'OFF' | 'LIMIT' | 'CLOSE'
            }
            /**
             * @description LIVE: the contracts of the venues fill its orders, with real money.
             * @enum {string}
             */
            execution: 'PAPER' | 'LIVE'
            /** @description Of LIVE: how far from the mark a market order or a fired stop may fill, in percent. */
            max_slippage_pct?: Decimal | undefined
            created_at: string
            /** @description Of this version, those that have not ended. */
            accounts: number
            unused_grants: number
          }[]
        }
      }
    }
  }
  importPlans: {
    parameters: {
      query?:
        | {
            /** @description `true`: the response says what would change; nothing is written. */
            dry_run?: ('true' | 'false') | undefined
          }
        | undefined
      header?: never
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': {
          plans: {
            id: string
            name: string
            /** @enum {string} */
            currency: 'USD'
            initial_balance: Decimal
            allowed_venues: ('GMX' | 'OSTIUM')[]
            risk_config: {
              max_drawdown: {
                /** @enum {string} */
                mode: 'STATIC' | 'TRAILING_EOD' | 'TRAILING_INTRADAY'
                pct: Decimal
                lock_at_initial: boolean
              }
              daily_loss: {
                pct: Decimal
                /** @enum {string} */
                base: 'INITIAL' | 'BALANCE' | 'EQUITY' | 'HIGHER_OF'
                reset_time: string
                reset_tz: string
                warn_at_pct: number | string
                /** @enum {string} */
                action: 'TERMINATE' | 'LOCK'
              }
              /** @description Absent or null: news freeze nothing. */
              news_freeze?:
                | {
                    before_minutes: number
                    after_minutes: number
                    impacts: ('LOW' | 'MEDIUM' | 'HIGH')[]
                    /** @enum {string} */
                    scope: 'OPENING' | 'ALL'
                  }
                | undefined
              exposure: {
                max_symbol_notional: Decimal
                max_total_notional: Decimal
                max_leverage: Decimal
                max_open_orders: number
                max_positions: number
                /**
                 * @description CROSS: the whole equity carries every position. Absent: ISOLATED, each is carried by its margin.
                 * @enum {string}
                 */
                margin_mode?: ('CROSS' | 'ISOLATED') | undefined
              }
              /** @description Absent or null: nothing is to be reached. */
              objective?:
                | {
                    profit_target_pct: Decimal
                    min_trading_days: number
                  }
                | undefined
            }
            /** @description Absent: as the setting VENUE_COSTS says. */
            venue_costs?:
              | {
                  borrowing: boolean
                  rollover: boolean
                  oracle_fee: boolean
                  /** @enum {string} */
                  overnight_leverage: 'OFF' | 'LIMIT' | 'CLOSE'
                }
              | undefined
            /**
             * @description LIVE: the contracts of the venues fill orders, with the money of a wallet. Absent: PAPER.
             * @enum {string}
             */
            execution?: ('PAPER' | 'LIVE') | undefined
            /** @description Of LIVE: how far from the mark a market order or a fired stop may fill. Absent: 1. */
            max_slippage_pct?: Decimal | undefined
          }[]
        }
      }
    }
    responses: {
      /** @description What became of each plan. */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': {
            /** @description true: nothing was written. Absent otherwise. */
            dry_run?: boolean | undefined
            plans: {
              id: string
              version: number
              /** @enum {string} */
              outcome: 'created' | 'changed' | 'unchanged'
              /** @description With `dry_run=true` alone. */
              changes?:
                | {
                    path: string[]
                    before?: unknown | undefined
                    after?: unknown | undefined
                  }[]
                | undefined
              /** @description With `dry_run=true` alone. */
              versions?:
                | {
                    version: number
                    accounts: number
                    unused_grants: number
                  }[]
                | undefined
            }[]
          }
        }
      }
    }
  }
  listNews: {
    parameters: {
      query?:
        | {
            /** @description First moment, inclusive. RFC 3339; a date alone is its start, UTC. */
            from?: string | undefined
            /** @description Last moment, inclusive. RFC 3339; a date alone is its end, UTC. */
            to?: string | undefined
            /** @description At most 500; more is cut to that. */
            limit?: number | undefined
            /** @description Each event with the symbols it concerns, and for which accounts and when. */
            include?: 'freezes' | undefined
          }
        | undefined
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Those of the period. */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': {
            id: string
            title: string
            at: string
            /** @enum {string} */
            impact: 'LOW' | 'MEDIUM' | 'HIGH'
            currencies: string[]
            symbols: string[]
            /** @description With `include=freezes` alone. */
            concerns?: string[] | undefined
            /** @description With `include=freezes` alone. */
            freezes?:
              | {
                  plan_id: string
                  plan_version: number
                  /** @enum {string} */
                  scope: 'OPENING' | 'ALL'
                  starts_at: string
                  ends_at: string
                  /** @description Of this version, those that have not ended. */
                  accounts: number
                }[]
              | undefined
          }[]
        }
      }
    }
  }
  importNews: {
    parameters: {
      query?:
        | {
            /** @description `true`: the response says what would change; nothing is written. */
            dry_run?: ('true' | 'false') | undefined
          }
        | undefined
      header?: never
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': {
          events: {
            /** @description The calendar’s own: importing it again changes the event. */
            id: string
            title: string
            at: string
            /** @enum {string} */
            impact: 'LOW' | 'MEDIUM' | 'HIGH'
            /** @description Freezes every instrument that has one of them. */
            currencies?: string[] | undefined
            /** @description Freezes these instruments, in any spelling. */
            symbols?: string[] | undefined
          }[]
        }
      }
    }
    responses: {
      /** @description What became of its events. */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': {
            /** @description true: nothing was written. Absent otherwise. */
            dry_run?: boolean | undefined
            inserted: number
            updated: number
            unchanged: number
            /** @description With `dry_run=true` alone. */
            events?:
              | {
                  id: string
                  title: string
                  at: string
                  /** @enum {string} */
                  impact: 'LOW' | 'MEDIUM' | 'HIGH'
                  currencies: string[]
                  symbols: string[]
                  /** @enum {string} */
                  outcome: 'inserted' | 'updated'
                  /** @description Of one that would change: as it is. */
                  before?:
                    | {
                        id: string
                        title: string
                        at: string
                        /** @enum {string} */
                        impact: 'LOW' | 'MEDIUM' | 'HIGH'
                        currencies: string[]
                        symbols: string[]
                      }
                    | undefined
                  /** @description The symbols of the catalogue that it concerns. */
                  concerns: string[]
                  freezes: {
                    plan_id: string
                    plan_version: number
                    /** @enum {string} */
                    scope: 'OPENING' | 'ALL'
                    starts_at: string
                    ends_at: string
                    /** @description Of this version, those that have not ended. */
                    accounts: number
                  }[]
                }[]
              | undefined
            /** @description With `dry_run=true` alone: events between the first and the last of the file that are not in it. They stay until they are removed. */
            absent?:
              | {
                  id: string
                  title: string
                  at: string
                  /** @enum {string} */
                  impact: 'LOW' | 'MEDIUM' | 'HIGH'
                  currencies: string[]
                  symbols: string[]
                }[]
              | undefined
          }
        }
      }
    }
  }
  removeNews: {
    parameters: {
      query?: never
      header?: never
      path: {
        event_id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description The event as it was. */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': {
            id: string
            title: string
            at: string
            /** @enum {string} */
            impact: 'LOW' | 'MEDIUM' | 'HIGH'
            currencies: string[]
            symbols: string[]
          }
        }
      }
    }
  }
  findAccounts: {
    parameters: {
      query?:
        | {
            /** @description First moment, inclusive. RFC 3339; a date alone is its start, UTC. */
            from?: string | undefined
            /** @description Last moment, inclusive. RFC 3339; a date alone is its end, UTC. */
            to?: string | undefined
            /** @description At most 500; more is cut to that. */
            limit?: number | undefined
            user_id?: string | undefined
            plan_id?: string | undefined
            state?: ('ACTIVE' | 'REDUCE_ONLY' | 'HALTED' | 'PASSED' | 'TERMINATED' | 'CLOSED') | undefined
            /** @description `headroom`: accounts that have not ended, the nearest to its floor first, at the marks of now. */
            sort?: ('created_at' | 'headroom') | undefined
            /** @description With `sort=headroom`: so many rows are passed over. */
            offset?: number | undefined
          }
        | undefined
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Those that match. */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': {
            id: string
            user_id: string
            plan_id: string
            plan_version: number
            challenge_id: string | null
            name: string
            /** @enum {string} */
            state: 'ACTIVE' | 'REDUCE_ONLY' | 'HALTED' | 'PASSED' | 'TERMINATED' | 'CLOSED'
            state_reason: string | null
            locked_until: string | null
            /** @description What keeps the account from opening anything, strictest first; `state` follows from it. */
            holds: {
              /** @enum {string} */
              kind: 'operator' | 'user_kill_switch' | 'venue_mismatch' | 'daily_lock'
              since: string
              until: string | null
              reason: string | null
            }[]
            balance: Decimal
            created_at: string
            equity?: Decimal | undefined
            floor?:
              | {
                  /** @enum {string} */
                  rule: 'max_drawdown' | 'daily_loss_limit'
                  equity: Decimal
                  /** @description Negative below the floor. */
                  headroom: Decimal
                  /** @description In percent of the loss that the rule allows; null where it is none. */
                  headroom_pct: Decimal | null
                }
              | undefined
            /** @description A mark of something held is stale, or was never seen. */
            stale?: boolean | undefined
          }[]
        }
      }
    }
  }
  getOperatedAccount: {
    parameters: {
      query?: never
      header?: never
      path: {
        account_id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description The account as it then is. */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': {
            id: string
            plan_id: string
            plan_version: number
            challenge_id: string | null
            name: string
            /** @enum {string} */
            state: 'ACTIVE' | 'REDUCE_ONLY' | 'HALTED' | 'PASSED' | 'TERMINATED' | 'CLOSED'
            state_reason: string | null
            locked_until: string | null
            /** @description What keeps the account from opening anything, strictest first; `state` follows from it. */
            holds: {
              /** @enum {string} */
              kind: 'operator' | 'user_kill_switch' | 'venue_mismatch' | 'daily_lock'
              since: string
              until: string | null
              reason: string | null
            }[]
            currency: string
            initial_balance: Decimal
            balance: Decimal
            balances: {
              currency: string
              total: Decimal
              available: Decimal
              locked: Decimal
            }[]
            day_start_balance: Decimal
            day_start_equity: Decimal
            high_water_mark: Decimal
            allowed_venues: ('GMX' | 'OSTIUM')[]
            /** @enum {string|null} */
            default_venue: 'GMX' | 'OSTIUM' | null
            risk_config: {
              currency: string
              initial_balance: Decimal
              max_drawdown: {
                /** @enum {string} */
                mode: 'STATIC' | 'TRAILING_EOD' | 'TRAILING_INTRADAY'
                pct: Decimal
                lock_at_initial: boolean
              }
              daily_loss: {
                pct: Decimal
                /** @enum {string} */
                base: 'INITIAL' | 'BALANCE' | 'EQUITY' | 'HIGHER_OF'
                reset_time: string
                reset_tz: string
                warn_at_pct: Decimal
                /** @enum {string} */
                action: 'TERMINATE' | 'LOCK'
              }
              news_freeze: {
                before_minutes: number
                after_minutes: number
                impacts: string[]
                /** @enum {string} */
                scope: 'OPENING' | 'ALL'
              } | null
              exposure: {
                max_symbol_notional: Decimal
                max_total_notional: Decimal
                max_leverage: Decimal
                max_open_orders: number
                max_positions: number
                /** @enum {string} */
                margin_mode: 'CROSS' | 'ISOLATED'
              }
              objective: {
                profit_target_pct: Decimal
                min_trading_days: number
              } | null
            }
            venue_costs: {
              borrowing: boolean
              rollover: boolean
              oracle_fee: boolean
              /** @enum {string} */
              overnight_leverage: 'OFF' | 'LIMIT' | 'CLOSE'
            }
            /**
             * @description LIVE; absent of a PAPER account.
             * @enum {string}
             */
            execution?: ('PAPER' | 'LIVE') | undefined
            /** @description Of LIVE: how far from the mark a market order or a fired stop may fill, in percent. */
            max_slippage_pct?: Decimal | undefined
            created_at: string
            user_id: string
            working_orders: number
            open_positions: number
            summary: {
              equity: Decimal
              free_margin: Decimal
              used_margin: Decimal
              reserved_margin: Decimal
              unrealized_pnl: Decimal
              realized_pnl: Decimal
              balance: Decimal
              currency: string
              trading_day: string
              day_ends_at: string
            }
          }
        }
      }
    }
  }
  haltAccount: {
    parameters: {
      query?: never
      header?: never
      path: {
        account_id: string
      }
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': {
          /** @description Shown to the trader as `state_reason`. */
          reason: string
        }
      }
    }
    responses: {
      /** @description The account as it then is. */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': {
            id: string
            plan_id: string
            plan_version: number
            challenge_id: string | null
            name: string
            /** @enum {string} */
            state: 'ACTIVE' | 'REDUCE_ONLY' | 'HALTED' | 'PASSED' | 'TERMINATED' | 'CLOSED'
            state_reason: string | null
            locked_until: string | null
            /** @description What keeps the account from opening anything, strictest first; `state` follows from it. */
            holds: {
              /** @enum {string} */
              kind: 'operator' | 'user_kill_switch' | 'venue_mismatch' | 'daily_lock'
              since: string
              until: string | null
              reason: string | null
            }[]
            currency: string
            initial_balance: Decimal
            balance: Decimal
            balances: {
              currency: string
              total: Decimal
              available: Decimal
              locked: Decimal
            }[]
            day_start_balance: Decimal
            day_start_equity: Decimal
            high_water_mark: Decimal
            allowed_venues: ('GMX' | 'OSTIUM')[]
            /** @enum {string|null} */
            default_venue: 'GMX' | 'OSTIUM' | null
            risk_config: {
              currency: string
              initial_balance: Decimal
              max_drawdown: {
                /** @enum {string} */
                mode: 'STATIC' | 'TRAILING_EOD' | 'TRAILING_INTRADAY'
                pct: Decimal
                lock_at_initial: boolean
              }
              daily_loss: {
                pct: Decimal
                /** @enum {string} */
                base: 'INITIAL' | 'BALANCE' | 'EQUITY' | 'HIGHER_OF'
                reset_time: string
                reset_tz: string
                warn_at_pct: Decimal
                /** @enum {string} */
                action: 'TERMINATE' | 'LOCK'
              }
              news_freeze: {
                before_minutes: number
                after_minutes: number
                impacts: string[]
                /** @enum {string} */
                scope: 'OPENING' | 'ALL'
              } | null
              exposure: {
                max_symbol_notional: Decimal
                max_total_notional: Decimal
                max_leverage: Decimal
                max_open_orders: number
                max_positions: number
                /** @enum {string} */
                margin_mode: 'CROSS' | 'ISOLATED'
              }
              objective: {
                profit_target_pct: Decimal
                min_trading_days: number
              } | null
            }
            venue_costs: {
              borrowing: boolean
              rollover: boolean
              oracle_fee: boolean
              /** @enum {string} */
              overnight_leverage: 'OFF' | 'LIMIT' | 'CLOSE'
            }
            /**
             * @description LIVE; absent of a PAPER account.
             * @enum {string}
             */
            execution?: ('PAPER' | 'LIVE') | undefined
            /** @description Of LIVE: how far from the mark a market order or a fired stop may fill, in percent. */
            max_slippage_pct?: Decimal | undefined
            created_at: string
            user_id: string
            working_orders: number
            open_positions: number
            summary: {
              equity: Decimal
              free_margin: Decimal
              used_margin: Decimal
              reserved_margin: Decimal
              unrealized_pnl: Decimal
              realized_pnl: Decimal
              balance: Decimal
              currency: string
              trading_day: string
              day_ends_at: string
            }
          }
        }
      }
    }
  }
  releaseAccount: {
    parameters: {
      query?: never
      header?: never
      path: {
        account_id: string
      }
      cookie?: never
    }
    requestBody?:
      | {
          content: {
            'application/json': Record<string, never>
          }
        }
      | undefined
    responses: {
      /** @description The account as it then is. */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': {
            id: string
            plan_id: string
            plan_version: number
            challenge_id: string | null
            name: string
            /** @enum {string} */
            state: 'ACTIVE' | 'REDUCE_ONLY' | 'HALTED' | 'PASSED' | 'TERMINATED' | 'CLOSED'
            state_reason: string | null
            locked_until: string | null
            /** @description What keeps the account from opening anything, strictest first; `state` follows from it. */
            holds: {
              /** @enum {string} */
              kind: 'operator' | 'user_kill_switch' | 'venue_mismatch' | 'daily_lock'
              since: string
              until: string | null
              reason: string | null
            }[]
            currency: string
            initial_balance: Decimal
            balance: Decimal
            balances: {
              currency: string
              total: Decimal
              available: Decimal
              locked: Decimal
            }[]
            day_start_balance: Decimal
            day_start_equity: Decimal
            high_water_mark: Decimal
            allowed_venues: ('GMX' | 'OSTIUM')[]
            /** @enum {string|null} */
            default_venue: 'GMX' | 'OSTIUM' | null
            risk_config: {
              currency: string
              initial_balance: Decimal
              max_drawdown: {
                /** @enum {string} */
                mode: 'STATIC' | 'TRAILING_EOD' | 'TRAILING_INTRADAY'
                pct: Decimal
                lock_at_initial: boolean
              }
              daily_loss: {
                pct: Decimal
                /** @enum {string} */
                base: 'INITIAL' | 'BALANCE' | 'EQUITY' | 'HIGHER_OF'
                reset_time: string
                reset_tz: string
                warn_at_pct: Decimal
                /** @enum {string} */
                action: 'TERMINATE' | 'LOCK'
              }
              news_freeze: {
                before_minutes: number
                after_minutes: number
                impacts: string[]
                /** @enum {string} */
                scope: 'OPENING' | 'ALL'
              } | null
              exposure: {
                max_symbol_notional: Decimal
                max_total_notional: Decimal
                max_leverage: Decimal
                max_open_orders: number
                max_positions: number
                /** @enum {string} */
                margin_mode: 'CROSS' | 'ISOLATED'
              }
              objective: {
                profit_target_pct: Decimal
                min_trading_days: number
              } | null
            }
            venue_costs: {
              borrowing: boolean
              rollover: boolean
              oracle_fee: boolean
              /** @enum {string} */
              overnight_leverage: 'OFF' | 'LIMIT' | 'CLOSE'
            }
            /**
             * @description LIVE; absent of a PAPER account.
             * @enum {string}
             */
            execution?: ('PAPER' | 'LIVE') | undefined
            /** @description Of LIVE: how far from the mark a market order or a fired stop may fill, in percent. */
            max_slippage_pct?: Decimal | undefined
            created_at: string
            user_id: string
            working_orders: number
            open_positions: number
            summary: {
              equity: Decimal
              free_margin: Decimal
              used_margin: Decimal
              reserved_margin: Decimal
              unrealized_pnl: Decimal
              realized_pnl: Decimal
              balance: Decimal
              currency: string
              trading_day: string
              day_ends_at: string
            }
          }
        }
      }
    }
  }
  closeAccount: {
    parameters: {
      query?: never
      header?: never
      path: {
        account_id: string
      }
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': {
          /** @description Shown to the trader as `state_reason`. */
          reason: string
        }
      }
    }
    responses: {
      /** @description The account as it then is. */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': {
            id: string
            plan_id: string
            plan_version: number
            challenge_id: string | null
            name: string
            /** @enum {string} */
            state: 'ACTIVE' | 'REDUCE_ONLY' | 'HALTED' | 'PASSED' | 'TERMINATED' | 'CLOSED'
            state_reason: string | null
            locked_until: string | null
            /** @description What keeps the account from opening anything, strictest first; `state` follows from it. */
            holds: {
              /** @enum {string} */
              kind: 'operator' | 'user_kill_switch' | 'venue_mismatch' | 'daily_lock'
              since: string
              until: string | null
              reason: string | null
            }[]
            currency: string
            initial_balance: Decimal
            balance: Decimal
            balances: {
              currency: string
              total: Decimal
              available: Decimal
              locked: Decimal
            }[]
            day_start_balance: Decimal
            day_start_equity: Decimal
            high_water_mark: Decimal
            allowed_venues: ('GMX' | 'OSTIUM')[]
            /** @enum {string|null} */
            default_venue: 'GMX' | 'OSTIUM' | null
            risk_config: {
              currency: string
              initial_balance: Decimal
              max_drawdown: {
                /** @enum {string} */
                mode: 'STATIC' | 'TRAILING_EOD' | 'TRAILING_INTRADAY'
                pct: Decimal
                lock_at_initial: boolean
              }
              daily_loss: {
                pct: Decimal
                /** @enum {string} */
                base: 'INITIAL' | 'BALANCE' | 'EQUITY' | 'HIGHER_OF'
                reset_time: string
                reset_tz: string
                warn_at_pct: Decimal
                /** @enum {string} */
                action: 'TERMINATE' | 'LOCK'
              }
              news_freeze: {
                before_minutes: number
                after_minutes: number
                impacts: string[]
                /** @enum {string} */
                scope: 'OPENING' | 'ALL'
              } | null
              exposure: {
                max_symbol_notional: Decimal
                max_total_notional: Decimal
                max_leverage: Decimal
                max_open_orders: number
                max_positions: number
                /** @enum {string} */
                margin_mode: 'CROSS' | 'ISOLATED'
              }
              objective: {
                profit_target_pct: Decimal
                min_trading_days: number
              } | null
            }
            venue_costs: {
              borrowing: boolean
              rollover: boolean
              oracle_fee: boolean
              /** @enum {string} */
              overnight_leverage: 'OFF' | 'LIMIT' | 'CLOSE'
            }
            /**
             * @description LIVE; absent of a PAPER account.
             * @enum {string}
             */
            execution?: ('PAPER' | 'LIVE') | undefined
            /** @description Of LIVE: how far from the mark a market order or a fired stop may fill, in percent. */
            max_slippage_pct?: Decimal | undefined
            created_at: string
            user_id: string
            working_orders: number
            open_positions: number
            summary: {
              equity: Decimal
              free_margin: Decimal
              used_margin: Decimal
              reserved_margin: Decimal
              unrealized_pnl: Decimal
              realized_pnl: Decimal
              balance: Decimal
              currency: string
              trading_day: string
              day_ends_at: string
            }
          }
        }
      }
    }
  }
  moveCapital: {
    parameters: {
      query?: never
      header?: never
      path: {
        account_id: string
      }
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': {
          /** @description US dollars. */
          amount: Decimal
          /**
           * @description `IN` adds to the account, `OUT` pays out.
           * @enum {string}
           */
          direction: 'IN' | 'OUT'
          reason: string
          /** @description Of your own making: with the same reference the same movement happens once on an account. */
          reference: string
        }
      }
    }
    responses: {
      /** @description The account as it then is. */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': {
            id: string
            plan_id: string
            plan_version: number
            challenge_id: string | null
            name: string
            /** @enum {string} */
            state: 'ACTIVE' | 'REDUCE_ONLY' | 'HALTED' | 'PASSED' | 'TERMINATED' | 'CLOSED'
            state_reason: string | null
            locked_until: string | null
            /** @description What keeps the account from opening anything, strictest first; `state` follows from it. */
            holds: {
              /** @enum {string} */
              kind: 'operator' | 'user_kill_switch' | 'venue_mismatch' | 'daily_lock'
              since: string
              until: string | null
              reason: string | null
            }[]
            currency: string
            initial_balance: Decimal
            balance: Decimal
            balances: {
              currency: string
              total: Decimal
              available: Decimal
              locked: Decimal
            }[]
            day_start_balance: Decimal
            day_start_equity: Decimal
            high_water_mark: Decimal
            allowed_venues: ('GMX' | 'OSTIUM')[]
            /** @enum {string|null} */
            default_venue: 'GMX' | 'OSTIUM' | null
            risk_config: {
              currency: string
              initial_balance: Decimal
              max_drawdown: {
                /** @enum {string} */
                mode: 'STATIC' | 'TRAILING_EOD' | 'TRAILING_INTRADAY'
                pct: Decimal
                lock_at_initial: boolean
              }
              daily_loss: {
                pct: Decimal
                /** @enum {string} */
                base: 'INITIAL' | 'BALANCE' | 'EQUITY' | 'HIGHER_OF'
                reset_time: string
                reset_tz: string
                warn_at_pct: Decimal
                /** @enum {string} */
                action: 'TERMINATE' | 'LOCK'
              }
              news_freeze: {
                before_minutes: number
                after_minutes: number
                impacts: string[]
                /** @enum {string} */
                scope: 'OPENING' | 'ALL'
              } | null
              exposure: {
                max_symbol_notional: Decimal
                max_total_notional: Decimal
                max_leverage: Decimal
                max_open_orders: number
                max_positions: number
                /** @enum {string} */
                margin_mode: 'CROSS' | 'ISOLATED'
              }
              objective: {
                profit_target_pct: Decimal
                min_trading_days: number
              } | null
            }
            venue_costs: {
              borrowing: boolean
              rollover: boolean
              oracle_fee: boolean
              /** @enum {string} */
              overnight_leverage: 'OFF' | 'LIMIT' | 'CLOSE'
            }
            /**
             * @description LIVE; absent of a PAPER account.
             * @enum {string}
             */
            execution?: ('PAPER' | 'LIVE') | undefined
            /** @description Of LIVE: how far from the mark a market order or a fired stop may fill, in percent. */
            max_slippage_pct?: Decimal | undefined
            created_at: string
            user_id: string
            working_orders: number
            open_positions: number
            summary: {
              equity: Decimal
              free_margin: Decimal
              used_margin: Decimal
              reserved_margin: Decimal
              unrealized_pnl: Decimal
              realized_pnl: Decimal
              balance: Decimal
              currency: string
              trading_day: string
              day_ends_at: string
            }
          }
        }
      }
    }
  }
  listOrders: {
    parameters: {
      query?:
        | {
            /** @description Only the order placed with this `client_id`, ended or not, unless `status` says otherwise. */
            client_id?: string | undefined
            /** @description Absent: `working`, or `all` where `client_id` is given. */
            status?: ('working' | 'all') | undefined
            /** @description First moment, inclusive. RFC 3339; a date alone is its start, UTC. */
            from?: string | undefined
            /** @description Last moment, inclusive. RFC 3339; a date alone is its end, UTC. */
            to?: string | undefined
            /** @description At most 500; more is cut to that. */
            limit?: number | undefined
          }
        | undefined
      header?: never
      path: {
        account_id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Newest first. */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': {
            id: string
            account_id: string
            client_id: string | null
            /**
             * @description How the order came: through a key, from a dashboard, of the service itself, or from an operator; null where an earlier version placed it.
             * @enum {string|null}
             */
            origin: 'API' | 'DASHBOARD' | 'SYSTEM' | 'OPERATOR' | null
            /** @description The key that placed the order; null where it was none. */
            key_id: string | null
            symbol: string
            /** @enum {string} */
            venue: 'GMX' | 'OSTIUM'
            /** @enum {string} */
            side: 'BUY' | 'SELL'
            /** @enum {string} */
            kind: 'MARKET' | 'LIMIT' | 'STOP' | 'TAKE_PROFIT'
            /** @enum {string} */
            status: 'PENDING' | 'OPEN' | 'PARTIALLY_FILLED' | 'FILLED' | 'CANCELLED' | 'EXPIRED' | 'REJECTED'
            quantity: Decimal
            /** @description The limit; of MARKET what it filled at on average; of a trigger without a limit the trigger, then the average. */
            price: Decimal | null
            /** @description The limit, also of a trigger that has one; null where whatever the book gives is taken. */
            limit_price: Decimal | null
            filled_quantity: Decimal
            remaining_quantity: Decimal
            held_quantity: Decimal
            average_price: Decimal | null
            /** @description The limit as it was sent, when it was off the tick. */
            requested_price: Decimal | null
            trigger_price: Decimal | null
            /** @description The trigger as it was sent, when it was off the tick. */
            requested_trigger_price: Decimal | null
            /** @enum {string} */
            trigger_by: 'LAST' | 'MARK' | 'INDEX'
            /** @enum {string|null} */
            trigger_state: 'ARMED' | 'TRIGGERED' | null
            /** @description The tick, of the venue of the order, that fired its trigger: a slot of 250 ms since the epoch. Null in rows from before ticks were kept. */
            trigger_tick: number | null
            /** @enum {string} */
            tif: 'GTC' | 'GTD' | 'GTX' | 'IOC' | 'FOK'
            expires_at: string | null
            flags: {
              post_only: boolean
              reduce_only: boolean
              trigger_on_index: boolean
              trigger_on_mark: boolean
            }
            position_id: string | null
            parent_order_id: string | null
            reason: string | null
            fees: Decimal
            created_at: string
            updated_at: string
            version: number
            /** @description Of a LIVE order that its venue was asked for: how far that is, and the venue’s own word. */
            venue_order?:
              | {
                  /** @enum {string} */
                  state:
                    | 'NEW'
                    | 'SIGNED'
                    | 'SENT'
                    | 'ACCEPTED'
                    | 'EXECUTED'
                    | 'CANCELLED'
                    | 'FROZEN'
                    | 'TIMED_OUT'
                    | 'FAILED'
                  tx_hash: string | null
                  venue_order_id: string | null
                  reason: string | null
                }
              | undefined
            /** @description Of the same: its cancellation was asked for, and the venue has not confirmed it. */
            cancel_requested_at?: (string | null) | undefined
            /** @description Of the same: a change was asked for; the old values hold until the venue confirms it. */
            modify_requested_at?: (string | null) | undefined
          }[]
        }
      }
    }
  }
  getOrder: {
    parameters: {
      query?: never
      header?: never
      path: {
        account_id: string
        order_id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description The order. */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': {
            id: string
            account_id: string
            client_id: string | null
            /**
             * @description How the order came: through a key, from a dashboard, of the service itself, or from an operator; null where an earlier version placed it.
             * @enum {string|null}
             */
            origin: 'API' | 'DASHBOARD' | 'SYSTEM' | 'OPERATOR' | null
            /** @description The key that placed the order; null where it was none. */
            key_id: string | null
            symbol: string
            /** @enum {string} */
            venue: 'GMX' | 'OSTIUM'
            /** @enum {string} */
            side: 'BUY' | 'SELL'
            /** @enum {string} */
            kind: 'MARKET' | 'LIMIT' | 'STOP' | 'TAKE_PROFIT'
            /** @enum {string} */
            status: 'PENDING' | 'OPEN' | 'PARTIALLY_FILLED' | 'FILLED' | 'CANCELLED' | 'EXPIRED' | 'REJECTED'
            quantity: Decimal
            /** @description The limit; of MARKET what it filled at on average; of a trigger without a limit the trigger, then the average. */
            price: Decimal | null
            /** @description The limit, also of a trigger that has one; null where whatever the book gives is taken. */
            limit_price: Decimal | null
            filled_quantity: Decimal
            remaining_quantity: Decimal
            held_quantity: Decimal
            average_price: Decimal | null
            /** @description The limit as it was sent, when it was off the tick. */
            requested_price: Decimal | null
            trigger_price: Decimal | null
            /** @description The trigger as it was sent, when it was off the tick. */
            requested_trigger_price: Decimal | null
            /** @enum {string} */
            trigger_by: 'LAST' | 'MARK' | 'INDEX'
            /** @enum {string|null} */
            trigger_state: 'ARMED' | 'TRIGGERED' | null
            /** @description The tick, of the venue of the order, that fired its trigger: a slot of 250 ms since the epoch. Null in rows from before ticks were kept. */
            trigger_tick: number | null
            /** @enum {string} */
            tif: 'GTC' | 'GTD' | 'GTX' | 'IOC' | 'FOK'
            expires_at: string | null
            flags: {
              post_only: boolean
              reduce_only: boolean
              trigger_on_index: boolean
              trigger_on_mark: boolean
            }
            position_id: string | null
            parent_order_id: string | null
            reason: string | null
            fees: Decimal
            created_at: string
            updated_at: string
            version: number
            /** @description Of a LIVE order that its venue was asked for: how far that is, and the venue’s own word. */
            venue_order?:
              | {
                  /** @enum {string} */
                  state:
                    | 'NEW'
                    | 'SIGNED'
                    | 'SENT'
                    | 'ACCEPTED'
                    | 'EXECUTED'
                    | 'CANCELLED'
                    | 'FROZEN'
                    | 'TIMED_OUT'
                    | 'FAILED'
                  tx_hash: string | null
                  venue_order_id: string | null
                  reason: string | null
                }
              | undefined
            /** @description Of the same: its cancellation was asked for, and the venue has not confirmed it. */
            cancel_requested_at?: (string | null) | undefined
            /** @description Of the same: a change was asked for; the old values hold until the venue confirms it. */
            modify_requested_at?: (string | null) | undefined
          }
        }
      }
    }
  }
  getAccountSummary: {
    parameters: {
      query?: never
      header?: never
      path: {
        account_id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description The live snapshot. */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': {
            equity: Decimal
            free_margin: Decimal
            used_margin: Decimal
            reserved_margin: Decimal
            unrealized_pnl: Decimal
            realized_pnl: Decimal
            balance: Decimal
            currency: string
            trading_day: string
            day_ends_at: string
          }
        }
      }
    }
  }
  listPositions: {
    parameters: {
      query?:
        | {
            /** @description At most 500; more is cut to that. */
            limit?: number | undefined
          }
        | undefined
      header?: never
      path: {
        account_id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Newest first; all of them unless a limit is sent. */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': {
            id: string
            account_id: string
            symbol: string
            /** @enum {string} */
            side: 'BUY' | 'SELL'
            /** @enum {string} */
            direction: 'LONG' | 'SHORT'
            quantity: Decimal
            entry_price: Decimal
            mark_price: Decimal
            unrealized_pnl: Decimal
            leverage: Decimal
            /** @enum {string} */
            venue: 'GMX' | 'OSTIUM'
            notional: Decimal
            margin: Decimal
            liquidation_price: Decimal | null
            realized_pnl: Decimal
            fees: Decimal
            funding: Decimal
            borrowing: Decimal
            rollover: Decimal
            take_profit: {
              order_id: string
              trigger_price: Decimal | null
              /** @enum {string} */
              trigger_by: 'LAST' | 'MARK' | 'INDEX'
              price: Decimal | null
              quantity: Decimal
            } | null
            stop_loss: {
              order_id: string
              trigger_price: Decimal | null
              /** @enum {string} */
              trigger_by: 'LAST' | 'MARK' | 'INDEX'
              price: Decimal | null
              quantity: Decimal
            } | null
            opened_at: string
            liquidating: boolean
          }[]
        }
      }
    }
  }
  listClosedPositions: {
    parameters: {
      query?:
        | {
            /** @description First moment, inclusive. RFC 3339; a date alone is its start, UTC. */
            from?: string | undefined
            /** @description Last moment, inclusive. RFC 3339; a date alone is its end, UTC. */
            to?: string | undefined
            /** @description At most 500; more is cut to that. */
            limit?: number | undefined
          }
        | undefined
      header?: never
      path: {
        account_id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Newest first. */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': {
            id: string
            account_id: string
            symbol: string
            /** @enum {string} */
            side: 'BUY' | 'SELL'
            /** @enum {string} */
            direction: 'LONG' | 'SHORT'
            quantity: Decimal
            entry_price: Decimal
            exit_price: Decimal
            realized_pnl: Decimal
            fees: Decimal
            funding: Decimal
            borrowing: Decimal
            rollover: Decimal
            leverage: Decimal
            /** @enum {string} */
            venue: 'GMX' | 'OSTIUM'
            opened_at: string
            closed_at: string
            /** @enum {string} */
            close_reason: 'USER' | 'TAKE_PROFIT' | 'STOP_LOSS' | 'LIQUIDATION' | 'RISK'
            /** @description The tick at whose marks it was liquidated; null of one that was not: a slot of 250 ms since the epoch. Null in rows from before ticks were kept. */
            liquidation_tick: number | null
            r_multiple: Decimal | null
          }[]
        }
      }
    }
  }
  listTrades: {
    parameters: {
      query?:
        | {
            /** @description First moment, inclusive. RFC 3339; a date alone is its start, UTC. */
            from?: string | undefined
            /** @description Last moment, inclusive. RFC 3339; a date alone is its end, UTC. */
            to?: string | undefined
            /** @description At most 500; more is cut to that. */
            limit?: number | undefined
          }
        | undefined
      header?: never
      path: {
        account_id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Newest first. */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': {
            id: string
            order_id: string
            position_id: string
            account_id: string
            client_id: string | null
            /**
             * @description How the order came: through a key, from a dashboard, of the service itself, or from an operator; null where an earlier version placed it.
             * @enum {string|null}
             */
            origin: 'API' | 'DASHBOARD' | 'SYSTEM' | 'OPERATOR' | null
            /** @description The key that placed the order; null where it was none. */
            key_id: string | null
            symbol: string
            /** @enum {string} */
            venue: 'GMX' | 'OSTIUM'
            /** @enum {string} */
            side: 'BUY' | 'SELL'
            quantity: Decimal
            price: Decimal
            fee: Decimal
            /** @enum {string} */
            liquidity: 'MAKER' | 'TAKER'
            realized_pnl: Decimal
            /** @description The tick, of its venue, whose book it took its quantity from: a slot of 250 ms since the epoch. Null in rows from before ticks were kept. */
            tick: number | null
            timestamp: string
          }[]
        }
      }
    }
  }
  listTransfers: {
    parameters: {
      query?:
        | {
            /** @description First moment, inclusive. RFC 3339; a date alone is its start, UTC. */
            from?: string | undefined
            /** @description Last moment, inclusive. RFC 3339; a date alone is its end, UTC. */
            to?: string | undefined
            /** @description At most 500; more is cut to that. */
            limit?: number | undefined
          }
        | undefined
      header?: never
      path: {
        account_id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Newest first. Amounts above 0 were received; they add up to the balance, exactly. */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': {
            id: string
            account_id: string
            /** @enum {string} */
            house:
              | 'realized_pnl'
              | 'fees'
              | 'funding'
              | 'borrowing'
              | 'rollover'
              | 'oracle_fees'
              | 'capital'
              | 'price_impact'
              | 'execution'
              | 'rounding'
            /** @enum {string} */
            direction: 'IN' | 'OUT'
            amount: Decimal
            balance_after: Decimal
            fill_id: string | null
            position_id: string | null
            /** @description The payout that it debits. */
            payout_id: string | null
            accrual: {
              from: string
              until: string
              rate: Decimal
            } | null
            created_at: string
          }[]
        }
      }
    }
  }
  listEvents: {
    parameters: {
      query?:
        | {
            /** @description Events after this sequence; all of them from 0 on. */
            after?: number | undefined
            /** @description At most 500; more is cut to that. */
            limit?: number | undefined
          }
        | undefined
      header?: never
      path: {
        account_id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Oldest first, without gaps. Each is the very body that webhooks send, so its decimals are JSON numbers. Go on with `after` = the last sequence while `X-Has-More` is true. */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': {
            id: string
            /** @enum {string} */
            type:
              | 'order.ack'
              | 'order.fill'
              | 'order.cancel'
              | 'position.close'
              | 'account.breach'
              | 'dead_man_switch.ran_out'
              | 'payout.requested'
              | 'payout.proposed'
              | 'payout.paid'
              | 'payout.rejected'
            created_at: string
            sequence: number
            account_id: string
            data: {
              order?:
                | {
                    id: string
                    account_id: string
                    client_id: string | null
                    /**
                     * @description How the order came: through a key, from a dashboard, of the service itself, or from an operator; null where an earlier version placed it. Absent from an answer or event made before the field came.
                     * @enum {string|null}
                     */
                    origin?: ('API' | 'DASHBOARD' | 'SYSTEM' | 'OPERATOR' | null) | undefined
                    /** @description The key that placed the order; null where it was none. Absent from an answer or event made before the field came. */
                    key_id?: (string | null) | undefined
                    symbol: string
                    /** @enum {string} */
                    venue: 'GMX' | 'OSTIUM'
                    /** @enum {string} */
                    side: 'BUY' | 'SELL'
                    /** @enum {string} */
                    kind: 'MARKET' | 'LIMIT' | 'STOP' | 'TAKE_PROFIT'
                    /** @enum {string} */
                    status: 'PENDING' | 'OPEN' | 'PARTIALLY_FILLED' | 'FILLED' | 'CANCELLED' | 'EXPIRED' | 'REJECTED'
                    quantity: Decimal
                    /** @description The limit; of MARKET what it filled at on average; of a trigger without a limit the trigger, then the average. */
                    price: Decimal | null
                    /** @description The limit, also of a trigger that has one; else null. Absent from an answer or event made before the field came. */
                    limit_price?: (Decimal | null) | undefined
                    filled_quantity: Decimal
                    remaining_quantity: Decimal
                    held_quantity: Decimal
                    average_price: Decimal | null
                    /** @description The limit as it was sent, when it was off the tick. */
                    requested_price: Decimal | null
                    trigger_price: Decimal | null
                    /** @description The trigger as it was sent, when it was off the tick. Absent from an answer or event made before the field came. */
                    requested_trigger_price?: (Decimal | null) | undefined
                    /** @enum {string} */
                    trigger_by: 'LAST' | 'MARK' | 'INDEX'
                    /** @enum {string|null} */
                    trigger_state: 'ARMED' | 'TRIGGERED' | null
                    /** @description The tick, of the venue of the order, that fired its trigger. Absent from an answer or event made before the field came. */
                    trigger_tick?: (number | null) | undefined
                    /** @enum {string} */
                    tif: 'GTC' | 'GTD' | 'GTX' | 'IOC' | 'FOK'
                    expires_at: string | null
                    flags: {
                      post_only: boolean
                      reduce_only: boolean
                      trigger_on_index: boolean
                      trigger_on_mark: boolean
                    }
                    position_id: string | null
                    parent_order_id: string | null
                    reason: string | null
                    fees: Decimal
                    created_at: string
                    updated_at: string
                    version: number
                    /** @description Of a LIVE order that its venue was asked for: how far that is, and the venue’s own word. */
                    venue_order?:
                      | {
                          /** @enum {string} */
                          state:
                            | 'NEW'
                            | 'SIGNED'
                            | 'SENT'
                            | 'ACCEPTED'
                            | 'EXECUTED'
                            | 'CANCELLED'
                            | 'FROZEN'
                            | 'TIMED_OUT'
                            | 'FAILED'
                          tx_hash: string | null
                          venue_order_id: string | null
                          reason: string | null
                        }
                      | undefined
                    /** @description Of the same: its cancellation was asked for, and the venue has not confirmed it. */
                    cancel_requested_at?: (string | null) | undefined
                    /** @description Of the same: a change was asked for; the old values hold until the venue confirms it. */
                    modify_requested_at?: (string | null) | undefined
                  }
                | undefined
              trade?:
                | {
                    id: string
                    order_id: string
                    position_id: string
                    account_id: string
                    client_id: string | null
                    /**
                     * @description How the order came: through a key, from a dashboard, of the service itself, or from an operator; null where an earlier version placed it. Absent from an answer or event made before the field came.
                     * @enum {string|null}
                     */
                    origin?: ('API' | 'DASHBOARD' | 'SYSTEM' | 'OPERATOR' | null) | undefined
                    /** @description The key that placed the order; null where it was none. Absent from an answer or event made before the field came. */
                    key_id?: (string | null) | undefined
                    symbol: string
                    /** @enum {string} */
                    venue: 'GMX' | 'OSTIUM'
                    /** @enum {string} */
                    side: 'BUY' | 'SELL'
                    quantity: Decimal
                    price: Decimal
                    fee: Decimal
                    /** @enum {string} */
                    liquidity: 'MAKER' | 'TAKER'
                    realized_pnl: Decimal
                    /** @description The tick, of its venue, whose book it took its quantity from. Absent from an answer or event made before the field came. */
                    tick?: (number | null) | undefined
                    timestamp: string
                  }
                | undefined
              position?:
                | {
                    id: string
                    account_id: string
                    symbol: string
                    /** @enum {string} */
                    side: 'BUY' | 'SELL'
                    /** @enum {string} */
                    direction: 'LONG' | 'SHORT'
                    quantity: Decimal
                    entry_price: Decimal
                    exit_price: Decimal
                    realized_pnl: Decimal
                    fees: Decimal
                    funding: Decimal
                    borrowing: Decimal
                    rollover: Decimal
                    leverage: Decimal
                    /** @enum {string} */
                    venue: 'GMX' | 'OSTIUM'
                    opened_at: string
                    closed_at: string
                    /** @enum {string} */
                    close_reason: 'USER' | 'TAKE_PROFIT' | 'STOP_LOSS' | 'LIQUIDATION' | 'RISK'
                    /** @description The tick at whose marks it was liquidated, if it was. Absent from an answer or event made before the field came. */
                    liquidation_tick?: (number | null) | undefined
                    r_multiple: Decimal | null
                  }
                | undefined
              breach?:
                | {
                    id: string
                    /** @enum {string} */
                    rule:
                      | 'max_drawdown'
                      | 'daily_loss_limit'
                      | 'news_freeze'
                      | 'symbol_exposure_cap'
                      | 'total_exposure_cap'
                      | 'insufficient_margin'
                      | 'max_leverage'
                      | 'max_open_orders'
                      | 'max_positions'
                      | 'reduce_only'
                      | 'post_only'
                      | 'trigger_would_fire'
                      | 'market_closed'
                      | 'venue_not_allowed'
                      | 'account_state'
                      | 'stale_market_data'
                      | 'venue_limit'
                    /** @enum {string} */
                    severity: 'WARN' | 'SOFT' | 'HARD'
                    message: string
                    limit: Decimal | null
                    value: Decimal | null
                    /** @enum {string|null} */
                    unit: 'USD' | 'ratio' | 'orders' | 'positions' | null
                    equity: Decimal
                    balance: Decimal
                    /** @enum {string} */
                    action: 'NONE' | 'LOCKED' | 'LIQUIDATED' | 'TERMINATED'
                    /** @description The order whose fill took equity there; null where a mark did. Absent from an answer or event made before the field came. */
                    order_id?: (string | null) | undefined
                    /** @description The positions open then, at the marks that counted; null where an earlier version recorded it. Absent from an answer or event made before the field came. */
                    positions?:
                      | (
                          | {
                              position_id: string
                              symbol: string
                              /** @enum {string} */
                              venue: 'GMX' | 'OSTIUM'
                              /** @enum {string} */
                              direction: 'LONG' | 'SHORT'
                              quantity: Decimal
                              entry_price: Decimal
                              mark_price: Decimal
                              unrealized_pnl: Decimal
                            }[]
                          | null
                        )
                      | undefined
                    /** @description The tick at whose marks it was crossed. Absent from an answer or event made before the field came. */
                    tick?: (number | null) | undefined
                    occurred_at: string
                  }
                | undefined
              dead_man_switch?:
                | {
                    /** @enum {string} */
                    action: 'CANCEL_OPENING' | 'CANCEL_ALL' | 'FLATTEN'
                  }
                | undefined
              payout?:
                | {
                    id: string
                    account_id: string
                    client_id: string
                    currency: string
                    /** @description Taken from the account. */
                    amount: Decimal
                    trader_share_pct: Decimal | null
                    /** @description The trader's share, rounded down to cents. */
                    trader_amount: Decimal | null
                    /** @enum {string} */
                    status: 'REQUESTED' | 'PROPOSED' | 'PAID' | 'REJECTED'
                    reason: string | null
                    requested_at: string
                    decided_at: string | null
                  }
                | undefined
              /** @enum {string} */
              cancelled_by?: ('USER' | 'RISK' | 'SYSTEM' | 'SIBLING') | undefined
            }
          }[]
        }
      }
    }
  }
  getEquityCurve: {
    parameters: {
      query?:
        | {
            /** @description First moment, inclusive. RFC 3339; a date alone is its start, UTC. */
            from?: string | undefined
            /** @description Last moment, inclusive. RFC 3339; a date alone is its end, UTC. */
            to?: string | undefined
            /** @description Absent: the shortest that gives at most 300 points. */
            interval?: ('1m' | '5m' | '15m' | '1h' | '4h' | '1d') | undefined
          }
        | undefined
      header?: never
      path: {
        account_id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Oldest first: the ends of intervals (UTC) between `from` and `to` at which the account was there, at most 1,000, and the present when there is no `to`. Without `from`, since the account was opened or as far back as that goes. `equity` is null where the mark of something held at that moment is not known. `floors` are those in force then; one that trails the highest equity within the day follows that of the points, where a day had a new one. */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': {
            account_id: string
            currency: string
            /** @enum {string} */
            interval: '1m' | '5m' | '15m' | '1h' | '4h' | '1d'
            from: string
            to: string
            points: {
              timestamp: string
              balance: Decimal
              equity: Decimal | null
              /** @description Those in force then; null where an earlier version did not keep what they are measured from. */
              floors: {
                max_drawdown: Decimal | null
                daily_loss_limit: Decimal | null
              }
            }[]
          }
        }
      }
    }
  }
  listDays: {
    parameters: {
      query?:
        | {
            /** @description First moment, inclusive. RFC 3339; a date alone is its start, UTC. */
            from?: string | undefined
            /** @description Last moment, inclusive. RFC 3339; a date alone is its end, UTC. */
            to?: string | undefined
            /** @description At most 41; more is cut to that. */
            limit?: number | undefined
          }
        | undefined
      header?: never
      path: {
        account_id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Newest first, by the time each began: the plan's reset. A day in which nobody looked at the account is part of the one before. */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': {
            date: string
            started_at: string
            /** @description Null: it goes on, and its closing figures are the present ones. */
            ended_at: string | null
            opening_balance: Decimal
            closing_balance: Decimal
            opening_equity: Decimal
            closing_equity: Decimal
            /** @description The lowest of the equities at its beginning and end, at the whole hours between, and at its breaches. */
            lowest_equity: Decimal
            /** @description Closing less opening balance, without capital. */
            pnl: Decimal
            /** @description The sums of its ledger; amounts above 0 were received. Opening balance and all of them give the closing balance. */
            transfers: {
              realized_pnl: Decimal
              fees: Decimal
              funding: Decimal
              borrowing: Decimal
              rollover: Decimal
              oracle_fees: Decimal
              capital: Decimal
              /** @description Of LIVE accounts alone. */
              price_impact?: Decimal | undefined
              /** @description Of LIVE accounts alone. */
              execution?: Decimal | undefined
              /** @description Of LIVE accounts alone. */
              rounding?: Decimal | undefined
            }
            trades: number
            /** @description Those that it began with. */
            floors: {
              max_drawdown: Decimal | null
              daily_loss_limit: Decimal | null
            }
            breaches: {
              id: string
              /** @enum {string} */
              rule:
                | 'max_drawdown'
                | 'daily_loss_limit'
                | 'news_freeze'
                | 'symbol_exposure_cap'
                | 'total_exposure_cap'
                | 'insufficient_margin'
                | 'max_leverage'
                | 'max_open_orders'
                | 'max_positions'
                | 'reduce_only'
                | 'post_only'
                | 'trigger_would_fire'
                | 'market_closed'
                | 'venue_not_allowed'
                | 'account_state'
                | 'stale_market_data'
                | 'venue_limit'
              /** @enum {string} */
              severity: 'WARN' | 'SOFT' | 'HARD'
              /** @enum {string} */
              action: 'NONE' | 'LOCKED' | 'LIQUIDATED' | 'TERMINATED'
              occurred_at: string
            }[]
            /** @description Whether the balance was at the profit target at its end; null for a plan without one. */
            target_reached: boolean | null
          }[]
        }
      }
    }
  }
  getFunding: {
    parameters: {
      query?:
        | {
            /** @description First moment, inclusive. RFC 3339; a date alone is its start, UTC. */
            from?: string | undefined
            /** @description Last moment, inclusive. RFC 3339; a date alone is its end, UTC. */
            to?: string | undefined
            /** @description At most 500; more is cut to that. */
            limit?: number | undefined
          }
        | undefined
      header?: never
      path: {
        account_id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Amounts above 0 were received. Totals are of the whole window, payments its newest ones. */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': {
            account_id: string
            currency: string
            from: string | null
            to: string | null
            totals: {
              paid: Decimal
              received: Decimal
              net: Decimal
            }
            by_asset_class: {
              crypto: {
                paid: Decimal
                received: Decimal
                net: Decimal
                payments: {
                  id: string
                  position_id: string
                  symbol: string
                  /** @enum {string} */
                  venue: 'GMX' | 'OSTIUM'
                  /**
                   * @description The house account of its transfer in the ledger.
                   * @enum {string}
                   */
                  house: 'funding' | 'borrowing' | 'rollover'
                  amount: Decimal
                  /** @description Null: a venue has settled it with a fill of a LIVE account. */
                  rate: Decimal | null
                  funding_at: string | null
                  timestamp: string
                }[]
              }
              forex: {
                paid: Decimal
                received: Decimal
                net: Decimal
                payments: {
                  id: string
                  position_id: string
                  symbol: string
                  /** @enum {string} */
                  venue: 'GMX' | 'OSTIUM'
                  /**
                   * @description The house account of its transfer in the ledger.
                   * @enum {string}
                   */
                  house: 'funding' | 'borrowing' | 'rollover'
                  amount: Decimal
                  /** @description Null: a venue has settled it with a fill of a LIVE account. */
                  rate: Decimal | null
                  funding_at: string | null
                  timestamp: string
                }[]
              }
              commodity: {
                paid: Decimal
                received: Decimal
                net: Decimal
                payments: {
                  id: string
                  position_id: string
                  symbol: string
                  /** @enum {string} */
                  venue: 'GMX' | 'OSTIUM'
                  /**
                   * @description The house account of its transfer in the ledger.
                   * @enum {string}
                   */
                  house: 'funding' | 'borrowing' | 'rollover'
                  amount: Decimal
                  /** @description Null: a venue has settled it with a fill of a LIVE account. */
                  rate: Decimal | null
                  funding_at: string | null
                  timestamp: string
                }[]
              }
              equity: {
                paid: Decimal
                received: Decimal
                net: Decimal
                payments: {
                  id: string
                  position_id: string
                  symbol: string
                  /** @enum {string} */
                  venue: 'GMX' | 'OSTIUM'
                  /**
                   * @description The house account of its transfer in the ledger.
                   * @enum {string}
                   */
                  house: 'funding' | 'borrowing' | 'rollover'
                  amount: Decimal
                  /** @description Null: a venue has settled it with a fill of a LIVE account. */
                  rate: Decimal | null
                  funding_at: string | null
                  timestamp: string
                }[]
              }
              index: {
                paid: Decimal
                received: Decimal
                net: Decimal
                payments: {
                  id: string
                  position_id: string
                  symbol: string
                  /** @enum {string} */
                  venue: 'GMX' | 'OSTIUM'
                  /**
                   * @description The house account of its transfer in the ledger.
                   * @enum {string}
                   */
                  house: 'funding' | 'borrowing' | 'rollover'
                  amount: Decimal
                  /** @description Null: a venue has settled it with a fill of a LIVE account. */
                  rate: Decimal | null
                  funding_at: string | null
                  timestamp: string
                }[]
              }
            }
          }
        }
      }
    }
  }
  getRisk: {
    parameters: {
      query?: never
      header?: never
      path: {
        account_id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Every limit with its value and headroom, the floor in force, what the next reset makes of the floors if nothing changes, and how far the objective is met. News freezes: the current or next one of what is held or waited for, and of every other symbol the account may trade what is frozen now or will be within the hour. Streams and `GET /v1/accounts` tell the former alone. */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': {
            account_id: string
            /** @enum {string} */
            state: 'ACTIVE' | 'REDUCE_ONLY' | 'HALTED' | 'PASSED' | 'TERMINATED' | 'CLOSED'
            state_reason: string | null
            locked_until: string | null
            stale: boolean
            equity: Decimal
            balance: Decimal
            floor: {
              /** @enum {string} */
              rule:
                | 'max_drawdown'
                | 'daily_loss_limit'
                | 'news_freeze'
                | 'symbol_exposure_cap'
                | 'total_exposure_cap'
                | 'insufficient_margin'
                | 'max_leverage'
                | 'max_open_orders'
                | 'max_positions'
                | 'reduce_only'
                | 'post_only'
                | 'trigger_would_fire'
                | 'market_closed'
                | 'venue_not_allowed'
                | 'account_state'
                | 'stale_market_data'
                | 'venue_limit'
              equity: Decimal
              headroom: Decimal
            }
            rules: {
              /** @enum {string} */
              rule:
                | 'max_drawdown'
                | 'daily_loss_limit'
                | 'news_freeze'
                | 'symbol_exposure_cap'
                | 'total_exposure_cap'
                | 'insufficient_margin'
                | 'max_leverage'
                | 'max_open_orders'
                | 'max_positions'
                | 'reduce_only'
                | 'post_only'
                | 'trigger_would_fire'
                | 'market_closed'
                | 'venue_not_allowed'
                | 'account_state'
                | 'stale_market_data'
                | 'venue_limit'
              symbol: string | null
              limit: Decimal
              value: Decimal | null
              /** @enum {string} */
              unit: 'USD' | 'ratio' | 'orders' | 'positions'
              /** @description Between nothing used and the limit: the loss that a floor allows, or the limit. */
              allowance: Decimal
              /** @description Part of the allowance; 0 while equity is above what a loss is measured from. */
              used: Decimal | null
              headroom: Decimal | null
              headroom_pct: Decimal | null
            }[]
            daily_loss: {
              base: Decimal
              warn_at: Decimal
              warned: boolean
              trading_day: string
            }
            next_reset_at: string
            floors_after_reset: {
              max_drawdown: Decimal
              daily_loss_limit: Decimal
            }
            news_freezes: {
              symbol: string
              in_force: boolean
              starts_at: string
              ends_at: string
              event: {
                id: string
                title: string
                /** @enum {string} */
                impact: 'LOW' | 'MEDIUM' | 'HIGH'
                at: string
              }
            }[]
            objective: {
              profit_target: Decimal
              profit: Decimal
              trading_days: number
              min_trading_days: number
            } | null
          }
        }
      }
    }
  }
  listBreaches: {
    parameters: {
      query?:
        | {
            /** @description First moment, inclusive. RFC 3339; a date alone is its start, UTC. */
            from?: string | undefined
            /** @description Last moment, inclusive. RFC 3339; a date alone is its end, UTC. */
            to?: string | undefined
            /** @description At most 500; more is cut to that. */
            limit?: number | undefined
          }
        | undefined
      header?: never
      path: {
        account_id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Newest first. */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': {
            id: string
            /** @enum {string} */
            rule:
              | 'max_drawdown'
              | 'daily_loss_limit'
              | 'news_freeze'
              | 'symbol_exposure_cap'
              | 'total_exposure_cap'
              | 'insufficient_margin'
              | 'max_leverage'
              | 'max_open_orders'
              | 'max_positions'
              | 'reduce_only'
              | 'post_only'
              | 'trigger_would_fire'
              | 'market_closed'
              | 'venue_not_allowed'
              | 'account_state'
              | 'stale_market_data'
              | 'venue_limit'
            /** @enum {string} */
            severity: 'WARN' | 'SOFT' | 'HARD'
            message: string
            limit: Decimal | null
            value: Decimal | null
            /** @enum {string|null} */
            unit: 'USD' | 'ratio' | 'orders' | 'positions' | null
            equity: Decimal
            balance: Decimal
            /** @enum {string} */
            action: 'NONE' | 'LOCKED' | 'LIQUIDATED' | 'TERMINATED'
            /** @description The order whose fill took equity there; null where a mark did. */
            order_id: string | null
            /** @description The positions open then, at the marks that counted; null where an earlier version recorded it. */
            positions:
              | {
                  position_id: string
                  symbol: string
                  /** @enum {string} */
                  venue: 'GMX' | 'OSTIUM'
                  /** @enum {string} */
                  direction: 'LONG' | 'SHORT'
                  quantity: Decimal
                  entry_price: Decimal
                  mark_price: Decimal
                  unrealized_pnl: Decimal
                }[]
              | null
            /** @description The tick at whose marks it was crossed: a slot of 250 ms since the epoch. Null in rows from before ticks were kept. */
            tick: number | null
            occurred_at: string
          }[]
        }
      }
    }
  }
  listViolations: {
    parameters: {
      query?:
        | {
            /** @description First moment, inclusive. RFC 3339; a date alone is its start, UTC. */
            from?: string | undefined
            /** @description Last moment, inclusive. RFC 3339; a date alone is its end, UTC. */
            to?: string | undefined
            /** @description At most 500; more is cut to that. */
            limit?: number | undefined
          }
        | undefined
      header?: never
      path: {
        account_id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Newest first. */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': {
            id: string
            /** @enum {string} */
            rule:
              | 'max_drawdown'
              | 'daily_loss_limit'
              | 'news_freeze'
              | 'symbol_exposure_cap'
              | 'total_exposure_cap'
              | 'insufficient_margin'
              | 'max_leverage'
              | 'max_open_orders'
              | 'max_positions'
              | 'reduce_only'
              | 'post_only'
              | 'trigger_would_fire'
              | 'market_closed'
              | 'venue_not_allowed'
              | 'account_state'
              | 'stale_market_data'
              | 'venue_limit'
            message: string
            limit: Decimal | null
            value: Decimal | null
            /** @enum {string|null} */
            unit: 'USD' | 'ratio' | 'orders' | 'positions' | null
            equity: Decimal
            balance: Decimal
            /** @enum {string} */
            action: 'NONE' | 'LOCKED' | 'LIQUIDATED' | 'TERMINATED'
            /** @description The order whose fill took equity there; null where a mark did. */
            order_id: string | null
            /** @description The positions open then, at the marks that counted; null where an earlier version recorded it. */
            positions:
              | {
                  position_id: string
                  symbol: string
                  /** @enum {string} */
                  venue: 'GMX' | 'OSTIUM'
                  /** @enum {string} */
                  direction: 'LONG' | 'SHORT'
                  quantity: Decimal
                  entry_price: Decimal
                  mark_price: Decimal
                  unrealized_pnl: Decimal
                }[]
              | null
            /** @description The tick at whose marks it was crossed: a slot of 250 ms since the epoch. Null in rows from before ticks were kept. */
            tick: number | null
            occurred_at: string
            /** @enum {string} */
            severity: 'HARD'
          }[]
        }
      }
    }
  }
  getAnalytics: {
    parameters: {
      query?: never
      header?: never
      path: {
        account_id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Net of fees and funding. */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': {
            trades: number
            win_rate: Decimal
            profit_factor: Decimal | null
            avg_r: Decimal | null
            expectancy: Decimal
            average_win: Decimal | null
            average_loss: Decimal | null
            max_drawdown: Decimal
            exposure_breakdown: {
              by_asset_class: {
                crypto: Decimal
                forex: Decimal
                commodity: Decimal
                equity: Decimal
                index: Decimal
              }
              by_venue: {
                GMX: Decimal
                OSTIUM: Decimal
              }
              total: Decimal
            }
          }
        }
      }
    }
  }
  getLeverage: {
    parameters: {
      query: {
        /** @description Any case, with `-`, `/`, `_` or nothing between base and quote: `BTC-USD`, `btc/usd`, `BTCUSDT`. */
        symbol: string
        platform_id?: ('GMX' | 'OSTIUM') | undefined
      }
      header?: never
      path: {
        account_id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description The leverage in force, and the most it could be. */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': {
            symbol: string
            /** @enum {string} */
            venue: 'GMX' | 'OSTIUM'
            leverage: Decimal
            max_leverage: Decimal
          }
        }
      }
    }
  }
  getDeadManSwitch: {
    parameters: {
      query?: never
      header?: never
      path: {
        account_id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description The switch; its fields are null while none is armed. */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': {
            account_id: string
            armed: boolean
            timeout_ms: number | null
            /** @enum {string|null} */
            action: 'CANCEL_OPENING' | 'CANCEL_ALL' | 'FLATTEN' | null
            armed_at: string | null
            expires_at: string | null
            /** @enum {string|null} */
            origin: 'API' | 'DASHBOARD' | 'SYSTEM' | 'OPERATOR' | null
            key_id: string | null
            /** @description When it acted last: armed or not, it has acted then. */
            last_ran_out_at: string | null
          }
        }
      }
    }
  }
  getAvailablePayout: {
    parameters: {
      query?: never
      header?: never
      path: {
        account_id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description As the account is now. */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': {
            available: Decimal
            /** @description The balance above the initial balance; negative below it. */
            profit: Decimal
            free_margin: Decimal
            /** @description What of it is profit is not free to be paid out. */
            unrealized_pnl: Decimal
            open_payout_id: string | null
          }
        }
      }
    }
  }
  listPayouts: {
    parameters: {
      query?:
        | {
            /** @description First moment, inclusive. RFC 3339; a date alone is its start, UTC. */
            from?: string | undefined
            /** @description Last moment, inclusive. RFC 3339; a date alone is its end, UTC. */
            to?: string | undefined
            /** @description At most 500; more is cut to that. */
            limit?: number | undefined
          }
        | undefined
      header?: never
      path: {
        account_id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Newest first. */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': {
            id: string
            account_id: string
            client_id: string
            currency: string
            /** @description Taken from the account. */
            amount: Decimal
            trader_share_pct: Decimal | null
            /** @description The trader's share, rounded down to cents. */
            trader_amount: Decimal | null
            /** @enum {string} */
            status: 'REQUESTED' | 'PROPOSED' | 'PAID' | 'REJECTED'
            reason: string | null
            requested_at: string
            decided_at: string | null
          }[]
        }
      }
    }
  }
  listGrants: {
    parameters: {
      query?:
        | {
            /** @description First moment, inclusive. RFC 3339; a date alone is its start, UTC. */
            from?: string | undefined
            /** @description Last moment, inclusive. RFC 3339; a date alone is its end, UTC. */
            to?: string | undefined
            /** @description At most 500; more is cut to that. */
            limit?: number | undefined
            user_id?: string | undefined
            plan_id?: string | undefined
            /** @description `false`: those with which no account was opened yet. */
            used?: boolean | undefined
          }
        | undefined
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Those that match. */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': {
            id: string
            user_id: string
            plan_id: string
            plan_version: number
            challenge_id: string | null
            account_id: string | null
            created_at: string
          }[]
        }
      }
    }
  }
  grantPlan: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': {
          user_id: string
          /** @description See GET /v1/plans. */
          plan_id: string
          /** @description The one the account has to be opened with; absent: none. */
          challenge_id?: string | undefined
        }
      }
    }
    responses: {
      /** @description It was granted already. */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': {
            id: string
            user_id: string
            plan_id: string
            plan_version: number
            challenge_id: string | null
            account_id: string | null
            created_at: string
          }
        }
      }
      /** @description The grant. */
      201: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': {
            id: string
            user_id: string
            plan_id: string
            plan_version: number
            challenge_id: string | null
            account_id: string | null
            created_at: string
          }
        }
      }
    }
  }
  removeGrant: {
    parameters: {
      query?: never
      header?: never
      path: {
        grant_id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description The grant as it was. */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': {
            id: string
            user_id: string
            plan_id: string
            plan_version: number
            challenge_id: string | null
            account_id: string | null
            created_at: string
          }
        }
      }
    }
  }
  findPayouts: {
    parameters: {
      query?:
        | {
            /** @description First moment, inclusive. RFC 3339; a date alone is its start, UTC. */
            from?: string | undefined
            /** @description Last moment, inclusive. RFC 3339; a date alone is its end, UTC. */
            to?: string | undefined
            /** @description At most 500; more is cut to that. */
            limit?: number | undefined
            user_id?: string | undefined
            account_id?: string | undefined
            status?: ('REQUESTED' | 'PROPOSED' | 'PAID' | 'REJECTED') | undefined
          }
        | undefined
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Those that match. */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': {
            id: string
            account_id: string
            client_id: string
            currency: string
            /** @description Taken from the account. */
            amount: Decimal
            trader_share_pct: Decimal | null
            /** @description The trader's share, rounded down to cents. */
            trader_amount: Decimal | null
            /** @enum {string} */
            status: 'REQUESTED' | 'PROPOSED' | 'PAID' | 'REJECTED'
            reason: string | null
            requested_at: string
            decided_at: string | null
            user_id: string
            proposed_by: string | null
            proposed_at: string | null
            decided_by: string | null
            version: number
          }[]
        }
      }
    }
  }
  proposePayout: {
    parameters: {
      query?: never
      header?: never
      path: {
        payout_id: string
      }
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': {
          /** @description Of the amount, in percent: 80 is 80 %. The rest is the firm's. */
          trader_share_pct: Decimal
        }
      }
    }
    responses: {
      /** @description The payout as it then is. */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': {
            id: string
            account_id: string
            client_id: string
            currency: string
            /** @description Taken from the account. */
            amount: Decimal
            trader_share_pct: Decimal | null
            /** @description The trader's share, rounded down to cents. */
            trader_amount: Decimal | null
            /** @enum {string} */
            status: 'REQUESTED' | 'PROPOSED' | 'PAID' | 'REJECTED'
            reason: string | null
            requested_at: string
            decided_at: string | null
            user_id: string
            proposed_by: string | null
            proposed_at: string | null
            decided_by: string | null
            version: number
          }
        }
      }
    }
  }
  approvePayout: {
    parameters: {
      query?: never
      header?: never
      path: {
        payout_id: string
      }
      cookie?: never
    }
    requestBody?:
      | {
          content: {
            'application/json': Record<string, never>
          }
        }
      | undefined
    responses: {
      /** @description The payout as it then is. */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': {
            id: string
            account_id: string
            client_id: string
            currency: string
            /** @description Taken from the account. */
            amount: Decimal
            trader_share_pct: Decimal | null
            /** @description The trader's share, rounded down to cents. */
            trader_amount: Decimal | null
            /** @enum {string} */
            status: 'REQUESTED' | 'PROPOSED' | 'PAID' | 'REJECTED'
            reason: string | null
            requested_at: string
            decided_at: string | null
            user_id: string
            proposed_by: string | null
            proposed_at: string | null
            decided_by: string | null
            version: number
          }
        }
      }
    }
  }
  rejectPayout: {
    parameters: {
      query?: never
      header?: never
      path: {
        payout_id: string
      }
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': {
          /** @description Shown to the trader. */
          reason: string
        }
      }
    }
    responses: {
      /** @description The payout as it then is. */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': {
            id: string
            account_id: string
            client_id: string
            currency: string
            /** @description Taken from the account. */
            amount: Decimal
            trader_share_pct: Decimal | null
            /** @description The trader's share, rounded down to cents. */
            trader_amount: Decimal | null
            /** @enum {string} */
            status: 'REQUESTED' | 'PROPOSED' | 'PAID' | 'REJECTED'
            reason: string | null
            requested_at: string
            decided_at: string | null
            user_id: string
            proposed_by: string | null
            proposed_at: string | null
            decided_by: string | null
            version: number
          }
        }
      }
    }
  }
  findBreaches: {
    parameters: {
      query?:
        | {
            /** @description First moment, inclusive. RFC 3339; a date alone is its start, UTC. */
            from?: string | undefined
            /** @description Last moment, inclusive. RFC 3339; a date alone is its end, UTC. */
            to?: string | undefined
            /** @description At most 500; more is cut to that. */
            limit?: number | undefined
            account_id?: string | undefined
            user_id?: string | undefined
            plan_id?: string | undefined
            rule?: ('max_drawdown' | 'daily_loss_limit') | undefined
            severity?: ('WARN' | 'SOFT' | 'HARD') | undefined
          }
        | undefined
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Those that match. */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': {
            id: string
            /** @enum {string} */
            rule:
              | 'max_drawdown'
              | 'daily_loss_limit'
              | 'news_freeze'
              | 'symbol_exposure_cap'
              | 'total_exposure_cap'
              | 'insufficient_margin'
              | 'max_leverage'
              | 'max_open_orders'
              | 'max_positions'
              | 'reduce_only'
              | 'post_only'
              | 'trigger_would_fire'
              | 'market_closed'
              | 'venue_not_allowed'
              | 'account_state'
              | 'stale_market_data'
              | 'venue_limit'
            /** @enum {string} */
            severity: 'WARN' | 'SOFT' | 'HARD'
            message: string
            limit: Decimal | null
            value: Decimal | null
            /** @enum {string|null} */
            unit: 'USD' | 'ratio' | 'orders' | 'positions' | null
            equity: Decimal
            balance: Decimal
            /** @enum {string} */
            action: 'NONE' | 'LOCKED' | 'LIQUIDATED' | 'TERMINATED'
            /** @description The order whose fill took equity there; null where a mark did. */
            order_id: string | null
            /** @description The positions open then, at the marks that counted; null where an earlier version recorded it. */
            positions:
              | {
                  position_id: string
                  symbol: string
                  /** @enum {string} */
                  venue: 'GMX' | 'OSTIUM'
                  /** @enum {string} */
                  direction: 'LONG' | 'SHORT'
                  quantity: Decimal
                  entry_price: Decimal
                  mark_price: Decimal
                  unrealized_pnl: Decimal
                }[]
              | null
            /** @description The tick at whose marks it was crossed: a slot of 250 ms since the epoch. Null in rows from before ticks were kept. */
            tick: number | null
            occurred_at: string
            account_id: string
            account_name: string
            user_id: string
            plan_id: string
          }[]
        }
      }
    }
  }
  listAudit: {
    parameters: {
      query?:
        | {
            /** @description First moment, inclusive. RFC 3339; a date alone is its start, UTC. */
            from?: string | undefined
            /** @description Last moment, inclusive. RFC 3339; a date alone is its end, UTC. */
            to?: string | undefined
            /** @description At most 500; more is cut to that. */
            limit?: number | undefined
            operator?: string | undefined
            action?: string | undefined
            /** @description An account, a grant or a news event by its id; `plans` or `news`: a file. */
            subject?: string | undefined
          }
        | undefined
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Those that match. */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': {
            id: string
            at: string
            operator: string
            action: string
            subject: string
            request: Record<string, never>
            outcome: Record<string, never>
          }[]
        }
      }
    }
  }
  checkLedger: {
    parameters: {
      query?:
        | {
            /** @description Only this account. */
            account_id?: string | undefined
            /** @description The `next` of the page before. */
            after?: string | undefined
            /** @description At most 1000; more is cut to that. */
            limit?: number | undefined
          }
        | undefined
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description What was read, and the differences. */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': {
            accounts: number
            transfers: number
            fills: number
            events: number
            differences: {
              account_id: string
              /** @enum {string} */
              check:
                | 'balance'
                | 'capital'
                | 'chain'
                | 'realized_pnl'
                | 'fees'
                | 'carry'
                | 'funding'
                | 'rates'
                | 'positions'
                | 'events'
              subject: string | null
              expected: string
              found: string
            }[]
            next: string | null
          }
        }
      }
    }
  }
  getEvidence: {
    parameters: {
      query?:
        | {
            /** @description The `next` of the bundle before. */
            after?: number | undefined
          }
        | undefined
      header?: never
      path: {
        id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description A bundle, and where the next one begins. */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': {
            bundle: {
              sealed: {
                /** @enum {string} */
                format: 'evidence-1'
                account_id: string
                /** @description Counts the bundles of the account; null of one that is not kept. */
                sequence: number | null
                /** @description The hash of the bundle before it. */
                previous: string | null
                until: string
                plan: {
                  id: string
                  version: number
                  initial_balance: string
                  max_drawdown: {
                    mode: string
                    pct: string
                    lock_at_initial: boolean
                  }
                  daily_loss: {
                    base: string
                    pct: string
                    warn_at_pct: string
                    action: string
                  }
                  /** @enum {string} */
                  margin_mode: 'CROSS' | 'ISOLATED'
                }
                opening: {
                  at: string
                  balance: string
                  net_deposits: string
                  positions: {
                    id: string
                    /** @enum {string} */
                    venue: 'GMX' | 'OSTIUM'
                    symbol: string
                    quantity: string
                    cost: string
                  }[]
                }
                maintenance_rates: {
                  [key: string]: string
                }
                /** @description The rates of each period that a position was charged for; absent in older bundles. */
                rates?:
                  | {
                      /** @enum {string} */
                      kind: 'rates'
                      id: string
                      /** @enum {string} */
                      venue: 'GMX' | 'OSTIUM'
                      symbol: string
                      tick: number
                      funding: string[]
                      carry: string[]
                    }[]
                  | undefined
                /** @description The SHA-256 of each row and tick as it was, in the order of the rows. */
                seals: {
                  [key: string]: string
                }
              }
              /** @description The SHA-256 of `sealed`, as `JSON.stringify` writes it. */
              hash: string | null
              ticks: {
                /** @enum {string} */
                kind: 'tick'
                /** @enum {string} */
                venue: 'GMX' | 'OSTIUM'
                symbol: string
                tick: number
                last: string
                mark: string
                index: string
                bid: string
                ask: string
                bids: string[][]
                asks: string[][]
              }[]
              rows: {
                /** @enum {string} */
                kind: 'day' | 'high' | 'fill' | 'transfer' | 'trigger' | 'breach' | 'liquidation'
                id: string
              }[]
              /** @description What cannot be recomputed, and why. */
              notes: string[]
            }
            next: number | null
          }
        }
      }
    }
  }
  listTicks: {
    parameters: {
      query?:
        | {
            /** @description First moment, inclusive. RFC 3339; a date alone is its start, UTC. */
            from?: string | undefined
            /** @description Last moment, inclusive. RFC 3339; a date alone is its end, UTC. */
            to?: string | undefined
            /** @description Canonical symbols, comma separated; without it all of them. */
            symbols?: string | undefined
            venue?: ('GMX' | 'OSTIUM') | undefined
            /** @description The `next` of the page before. */
            after?: number | undefined
          }
        | undefined
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description A page of prices. */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': {
            prices: {
              time: string
              symbol: string
              /** @enum {string} */
              venue: 'GMX' | 'OSTIUM'
              price: string
              bid: string
              ask: string
              index: string
              carry_long: string | null
              carry_short: string | null
              funding_long: string | null
              funding_short: string | null
            }[]
            next: number | null
          }
        }
      }
    }
  }
  listWallets: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description All of them. */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': {
            address: string
            account_id: string
            /** @enum {string} */
            venue: 'GMX' | 'OSTIUM'
            chain_id: number
            /** @enum {string} */
            signer: 'keystore' | 'remote'
            /** @enum {string} */
            state: 'ACTIVE' | 'PAUSED' | 'DRAINING'
            state_reason: string | null
            gas_per_day: Decimal
            gas_per_order: Decimal
            funds: {
              usdc: Decimal
              native: Decimal
              is_approved: boolean
            } | null
          }[]
        }
      }
    }
  }
  registerWallet: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': {
          address: string
          account_id: string
          /** @enum {string} */
          venue: 'GMX' | 'OSTIUM'
          /** @enum {string} */
          signer: 'keystore' | 'remote'
          /** @description Native token that it may spend in a day in UTC. Default: LIVE_GAS_PER_DAY. */
          gas_per_day?: Decimal | undefined
          /** @description Likewise, for one request to a venue. Default: LIVE_GAS_PER_ORDER. */
          gas_per_order?: Decimal | undefined
        }
      }
    }
    responses: {
      /** @description It was registered already. */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': {
            address: string
            account_id: string
            /** @enum {string} */
            venue: 'GMX' | 'OSTIUM'
            chain_id: number
            /** @enum {string} */
            signer: 'keystore' | 'remote'
            /** @enum {string} */
            state: 'ACTIVE' | 'PAUSED' | 'DRAINING'
            state_reason: string | null
            gas_per_day: Decimal
            gas_per_order: Decimal
            funds: {
              usdc: Decimal
              native: Decimal
              is_approved: boolean
            } | null
          }
        }
      }
      /** @description The wallet. */
      201: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': {
            address: string
            account_id: string
            /** @enum {string} */
            venue: 'GMX' | 'OSTIUM'
            chain_id: number
            /** @enum {string} */
            signer: 'keystore' | 'remote'
            /** @enum {string} */
            state: 'ACTIVE' | 'PAUSED' | 'DRAINING'
            state_reason: string | null
            gas_per_day: Decimal
            gas_per_order: Decimal
            funds: {
              usdc: Decimal
              native: Decimal
              is_approved: boolean
            } | null
          }
        }
      }
    }
  }
  compareWallet: {
    parameters: {
      query?: never
      header?: never
      path: {
        address: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description What differs. */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': {
            address: string
            account_id: string
            /** @enum {string} */
            venue: 'GMX' | 'OSTIUM'
            /** @description To which the books have been advanced, and at which the venue was read. Null: it was not read, e.g. since LIVE_EXECUTION is off. */
            block: number | null
            is_equal: boolean | null
            differences: {
              /** @enum {string} */
              subject: 'position' | 'trades' | 'collateral' | 'order'
              symbol: string
              /** @description What the books say; null: nothing. */
              books: string | null
              /** @description What the venue says; null: nothing. */
              venue: string | null
            }[]
          }
        }
      }
    }
  }
  acceptChain: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': {
          /** @enum {string} */
          venue: 'GMX' | 'OSTIUM'
          reason: string
        }
      }
    }
    responses: {
      /** @description From where to where. */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': {
            /** @enum {string} */
            venue: 'GMX' | 'OSTIUM'
            chain_id: number
            /** @description Up to there it was booked, on a chain that is no more. */
            from_block: number
            from_hash: string
            /** @description A block that the chain still has: from there it is read on. */
            to_block: number
            to_hash: string
            /** @description Nonces whose transactions are to be found, or sent, once more. */
            reopened: number
            /** @description The accounts of the wallets of the venue. */
            account_ids: string[]
          }
        }
      }
    }
  }
  pauseWallet: {
    parameters: {
      query?: never
      header?: never
      path: {
        address: string
      }
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': {
          /** @description Shown to the trader as `state_reason`. */
          reason: string
        }
      }
    }
    responses: {
      /** @description The wallet as it then is. */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': {
            address: string
            account_id: string
            /** @enum {string} */
            venue: 'GMX' | 'OSTIUM'
            chain_id: number
            /** @enum {string} */
            signer: 'keystore' | 'remote'
            /** @enum {string} */
            state: 'ACTIVE' | 'PAUSED' | 'DRAINING'
            state_reason: string | null
            gas_per_day: Decimal
            gas_per_order: Decimal
            funds: {
              usdc: Decimal
              native: Decimal
              is_approved: boolean
            } | null
          }
        }
      }
    }
  }
  drainWallet: {
    parameters: {
      query?: never
      header?: never
      path: {
        address: string
      }
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': {
          /** @description Shown to the trader as `state_reason`. */
          reason: string
        }
      }
    }
    responses: {
      /** @description The wallet as it then is. */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': {
            address: string
            account_id: string
            /** @enum {string} */
            venue: 'GMX' | 'OSTIUM'
            chain_id: number
            /** @enum {string} */
            signer: 'keystore' | 'remote'
            /** @enum {string} */
            state: 'ACTIVE' | 'PAUSED' | 'DRAINING'
            state_reason: string | null
            gas_per_day: Decimal
            gas_per_order: Decimal
            funds: {
              usdc: Decimal
              native: Decimal
              is_approved: boolean
            } | null
          }
        }
      }
    }
  }
  resumeWallet: {
    parameters: {
      query?: never
      header?: never
      path: {
        address: string
      }
      cookie?: never
    }
    requestBody?:
      | {
          content: {
            'application/json': Record<string, never>
          }
        }
      | undefined
    responses: {
      /** @description The wallet as it then is. */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': {
            address: string
            account_id: string
            /** @enum {string} */
            venue: 'GMX' | 'OSTIUM'
            chain_id: number
            /** @enum {string} */
            signer: 'keystore' | 'remote'
            /** @enum {string} */
            state: 'ACTIVE' | 'PAUSED' | 'DRAINING'
            state_reason: string | null
            gas_per_day: Decimal
            gas_per_order: Decimal
            funds: {
              usdc: Decimal
              native: Decimal
              is_approved: boolean
            } | null
          }
        }
      }
    }
  }
  health: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Alive */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': {
            /** @enum {string} */
            status: 'ok'
          }
        }
      }
    }
  }
  readiness: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Ready */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': {
            ready: boolean
            checks: {
              [key: string]: string
            }
          }
        }
      }
    }
  }
  openapi: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description OpenAPI 3.1 document */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': Record<string, never>
        }
      }
    }
  }
}
