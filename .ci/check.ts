import { spawn } from 'node:child_process'

/**
 * `npm run check`: every check that reads the code without running it. The steps only read, so they run in parallel;
 * each prints one line, and its output when it failed.
 */

const STEPS: readonly { name: string; script: string; args: readonly string[] }[] = [
  { name: 'format, lint', script: 'node_modules/@biomejs/biome/bin/biome', args: ['check', '--error-on-warnings'] },
  { name: 'types', script: 'node_modules/typescript/bin/tsc', args: ['--noEmit'] },
  { name: 'import law', script: '.ci/import-law.ts', args: [] },
  { name: 'old browsers', script: '.ci/newer-apis.ts', args: [] },
  { name: 'dates', script: '.ci/own-dates.ts', args: [] },
  { name: 'dead code', script: 'node_modules/knip/bin/knip.js', args: ['--no-progress'] },
  { name: 'words', script: '.ci/words.ts', args: [] },
  { name: 'docs', script: '.ci/docs.ts', args: [] },
  { name: 'lock file', script: '.ci/lock-file.ts', args: [] },
]

interface Outcome {
  name: string
  good: boolean
  output: string
  seconds: string
}

function run({ name, script, args }: (typeof STEPS)[number]): Promise<Outcome> {
  const started = performance.now()
  const loader = script.endsWith('.ts') ? ['--import', 'tsx'] : []
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [...loader, script, ...args], { stdio: ['ignore', 'pipe', 'pipe'] })
    let output = ''
    const keep = (data: Buffer) => {
      output += data
    }
    const end = (good: boolean) =>
      resolve({ name, good, output: output.trim(), seconds: ((performance.now() - started) / 1000).toFixed(1) })
    child.stdout.on('data', keep)
    child.stderr.on('data', keep)
    child.once('error', (error) => {
      output += error.message
      end(false)
    })
    child.once('close', (code) => end(code === 0))
  })
}

const outcomes = await Promise.all(STEPS.map(run))
for (const { good, name, output } of outcomes) {
  if (!good) console.error(`── ${name} ──\n${output}\n`)
}
for (const { good, name, seconds } of outcomes) console.log(`${good ? '✓' : '✗'} ${name.padEnd(14)}${seconds} s`)
process.exitCode = outcomes.every(({ good }) => good) ? 0 : 1
