// Made from the OpenAPI document by release/generate-sdk-types.mjs: do not edit.

export const DOCUMENT_SHA256 = '60eb9a183c1c4b68d3536293005ca1e23b97515e4755a222f7a3d7a40a0f9676'

/** The fields that are whole numbers: all other numbers are decimals. */

export const WHOLE_NUMBERS: readonly string[] = ['path']

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
            /** @description Made by the first URL of the key, and shown only here. It stays the same when the URL changes. */
            webhookSecret?: string | undefined
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
