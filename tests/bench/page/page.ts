import { atRest } from './at-rest.ts'
import * as device from './device.ts'
import { firstSync } from './first-sync.ts'
import { fillLarge } from './large.ts'
import * as local from './local.ts'

/** What the bench's programs call in this page. */
const bench = { atRest, firstSync, fillLarge, ...local, ...device }

declare global {
  interface Window {
    bench: typeof bench
  }
}

window.bench = bench
