// Made from the OpenAPI document by release/generate-sdk-types.mjs: do not edit.

export const DOCUMENT_SHA256 = 'cf2f1cbddb647e25171d05515b741f17d5e465065966a081dcfe0a2092a1b727'

/** The fields that are whole numbers: all other numbers are decimals. */

export const WHOLE_NUMBERS: readonly string[] = ['count', 'path']

export interface paths {
  '/api/api-keys': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /** @description The active keys of the user, newest first */
    get: operations['listApiKeys']
    put?: never
    /** @description Create a key */
    post: operations['createApiKey']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/api-keys/{id}': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    post?: never
    /** @description Revoke a key */
    delete: operations['revokeApiKey']
    options?: never
    head?: never
    /** @description Change the name or the webhook URL of a key */
    patch: operations['updateApiKey']
    trace?: never
  }
  '/api/api-keys/activity': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /** @description What happened to the user's keys, and who was refused with one, newest first */
    get: operations['listKeyActivity']
    put?: never
    post?: never
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/api-keys/{id}/rotate': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /** @description Replace the credentials of a key */
    post: operations['rotateApiKey']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/api/api-keys/{id}/rotate-webhook-secret': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /** @description Replace the signing secret of the webhook of a key */
    post: operations['rotateWebhookSecret']
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
  schemas: {
    ApiKey: {
      id: string
      label: string
      keyPrefix: string
      permissions: ('READ_ONLY' | 'TRADE' | 'MANAGE_ORDERS')[]
      ipWhitelist: string[]
      webhookUrl: string | null
      expiresAt: string | null
      createdAt: string
      /** @description At most a minute behind. */
      lastUsedAt: string | null
      /** @description The address of that use. */
      lastUsedIp: string | null
    }
  }
  responses: never
  parameters: never
  requestBodies: never
  headers: never
  pathItems: never
}
export type $defs = Record<string, never>
export interface operations {
  listApiKeys: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description The keys */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['ApiKey'][]
        }
      }
    }
  }
  createApiKey: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': {
          /** @description A name for humans; not blank. */
          label: string
          /** @description What the key may do: `TRADE` places orders and closes positions, `MANAGE_ORDERS` cancels and changes them, and neither includes the other. Every key may read. Each operation of the trading engine names its scope. */
          permissions: ('READ_ONLY' | 'TRADE' | 'MANAGE_ORDERS')[]
          /** @description Source addresses that may use the key: IPv4, IPv6 or CIDR. Empty or absent: all. */
          ipWhitelist?: string[] | undefined
          /** @description Receives the events of the accounts of this user. */
          webhookUrl?: string | undefined
          /** @description In the future. RFC 3339, without an offset UTC; a date alone is its end, UTC. Absent: the key does not end by itself. */
          expiresAt?: string | undefined
        }
      }
    }
    responses: {
      /** @description The key and its secrets */
      201: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': {
            apiKey: components['schemas']['ApiKey']
            /** @description Public key, sent as X-API-Key. */
            key: string
            /** @description Secret, sent as X-API-Secret. It is shown only here. */
            secret: string
            /** @description Signs what is sent to the webhook URL, if there is one (Standard Webhooks). It is shown only here. */
            webhookSecret?: string | undefined
          }
        }
      }
    }
  }
  revokeApiKey: {
    parameters: {
      query?: never
      header?: never
      path: {
        id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description The key is revoked */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': {
            id: string
            /** @enum {boolean} */
            revoked: true
            /** @description When the key was first revoked. */
            revokedAt: string
          }
        }
      }
    }
  }
  updateApiKey: {
    parameters: {
      query?: never
      header?: never
      path: {
        id: string
      }
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': {
          /** @description A name for humans; not blank. */
          label?: string | undefined
          /** @description Receives the events from now on; null: nothing receives them. */
          webhookUrl?: (string | null) | undefined
        }
      }
    }
    responses: {
      /** @description The key as it is now */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': {
            id: string
            label: string
            keyPrefix: string
            permissions: ('READ_ONLY' | 'TRADE' | 'MANAGE_ORDERS')[]
            ipWhitelist: string[]
            webhookUrl: string | null
            expiresAt: string | null
            createdAt: string
            /** @description At most a minute behind. */
            lastUsedAt: string | null
            /** @description The address of that use. */
            lastUsedIp: string | null
            /** @description Made by the first URL of the key, and shown only here. It stays the same when the URL changes. */
            webhookSecret?: string | undefined
          }
        }
      }
    }
  }
  listKeyActivity: {
    parameters: {
      query?:
        | {
            /** @description First moment, inclusive. RFC 3339, without an offset UTC; a date alone is its start, UTC. */
            from?: string | undefined
            /** @description Last moment, inclusive. RFC 3339, without an offset UTC; a date alone is its end, UTC. */
            to?: string | undefined
            /** @description Above 500 it is 500. */
            limit?: number | undefined
          }
        | undefined
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description The entries that began in the period */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': {
            id: string
            /** @enum {string} */
            kind:
              | 'key.created'
              | 'key.updated'
              | 'key.rotated'
              | 'key.webhook_secret_rotated'
              | 'key.revoked'
              | 'validation.refused'
            /** @description When it happened; of refusals, the first one counted. */
            at: string
            /** @description The last one counted. */
            lastAt: string
            /** @description Null when no key of ours was named. */
            keyId: string | null
            keyPrefix: string | null
            userId: string | null
            /** @description Null: more addresses than are told apart in an hour. */
            ip: string | null
            /**
             * @description Why it was refused; null for what happened to a key.
             * @enum {string|null}
             */
            reason: 'unknown_key' | 'wrong_secret' | 'revoked' | 'expired' | 'ip_not_allowed' | 'scope_missing' | null
            count: number
          }[]
        }
      }
    }
  }
  rotateApiKey: {
    parameters: {
      query?: never
      header?: never
      path: {
        id: string
      }
      cookie?: never
    }
    requestBody?:
      | {
          content: {
            'application/json': {
              /** @description For so long the pair before it stays valid. Absent: 24; 0: it ends immediately. */
              overlapHours?: number | undefined
            }
          }
        }
      | undefined
    responses: {
      /** @description The new pair */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': {
            apiKey: components['schemas']['ApiKey']
            /** @description Public key, sent as X-API-Key. */
            key: string
            /** @description Secret, sent as X-API-Secret. It is shown only here. */
            secret: string
            /** @description Until then the pair before it is valid as well. */
            previousExpiresAt: string | null
          }
        }
      }
    }
  }
  rotateWebhookSecret: {
    parameters: {
      query?: never
      header?: never
      path: {
        id: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description The new secret */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': {
            /** @description Signs from now on. It is shown only here. */
            webhookSecret: string
            /** @description Until then the secret before it signs as well; null when there was none. */
            previousExpiresAt: string | null
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
