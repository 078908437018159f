#!/usr/bin/env node
import { SDK_VERSION } from '@ats/sdk'

process.stdout.write(`${SDK_VERSION}\n`)
