import { ensureChromium, ensurePostgres } from '../../.ci/programs.ts'
import { measureAtRest } from './at-rest.ts'
import { measureColdStart } from './cold-start.ts'
import { type Figure, table } from './figures.ts'
import { measureFirstSync } from './first-sync.ts'
import { measureLarge } from './large.ts'
import { measureLive } from './live.ts'
import { measureGrowth, measureLocal } from './local.ts'
import { measureNewPhone } from './new-phone.ts'
import type { BenchOptions } from './options.ts'
import { measurePush } from './push.ts'
import { REPORT, writeReport } from './report.ts'
import { measureServer } from './server.ts'
import { measureSignature } from './signature.ts'
import { measureSize } from './size.ts'

/** `npm run bench [-- --quick] [-- --only first-sync,size]` */
const BENCHES: Record<string, (options: BenchOptions) => Promise<Figure[]>> = {
  size: measureSize,
  'first-sync': measureFirstSync,
  'at-rest': measureAtRest,
  'cold-start': measureColdStart,
  local: measureLocal,
  live: measureLive,
  signature: measureSignature,
  push: measurePush,
  server: measureServer,
  growth: measureGrowth,
  large: measureLarge,
  'new-phone': measureNewPhone,
}

function readArguments(argv: readonly string[]): { names: string[]; options: BenchOptions } {
  const names: string[] = []
  let quick = false
  for (let i = 0; i < argv.length; i++) {
    if (argv[i] === '--quick') quick = true
    else if (argv[i] === '--only') names.push(...(argv[++i] ?? '').split(','))
    else throw new Error(`Unknown option ${argv[i]}: --quick, --only <${Object.keys(BENCHES).join('|')}>`)
  }
  const unknown = names.find((name) => !(name in BENCHES))
  if (unknown !== undefined) throw new Error(`No bench « ${unknown} »: ${Object.keys(BENCHES).join(', ')}`)
  return { names: names.length > 0 ? names : Object.keys(BENCHES), options: { quick } }
}

async function main(): Promise<void> {
  const { names, options } = readArguments(process.argv.slice(2))
  await ensureChromium()
  if (names.some((name) => name === 'server' || name === 'new-phone')) await ensurePostgres()
  const figures: Figure[] = []
  const failed: string[] = []
  for (const name of names) {
    console.error(`${name} …`)
    try {
      const found = (await BENCHES[name]?.(options)) ?? []
      figures.push(...found)
      console.error(table(found))
      // Written after each part, so that a stopped run keeps its figures. A quick run writes none.
      if (!options.quick) await writeReport(found)
    } catch (error) {
      failed.push(name)
      console.error(error)
    }
  }
  console.log(table(figures))
  console.log(options.quick ? `${REPORT} is not written by a quick run.` : `Written to ${REPORT}`)
  if (failed.length > 0) {
    console.error(`Failed: ${failed.join(', ')}`)
    process.exitCode = 1
  }
}

await main()
