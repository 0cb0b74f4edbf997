import { spawn } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { createInterface } from 'node:readline'
import { openWorkspace } from '../workspace.ts'
import { type SmallChange, smallChanges } from './changes.ts'
import { nearTests } from './near-tests.ts'

/**
 * `npm run test:small [-- file …]`: makes every small change of the rules (schemas/rules, or of the given files) one at a time, runs the nearest unit tests, and lists the
 * changes that none of them noticed. It judges nothing: some changes answer the same. A reader decides, and writes the case that lacks.
 */

/** A test waits for nothing so long: the change makes a loop without end. */
const SILENCE_MS = 120_000

interface Tried {
  file: string
  changes: readonly SmallChange[]
  survivors: readonly SmallChange[]
}

const rules = (): string[] =>
  readdirSync('schemas/rules')
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .map((name) => `schemas/rules/${name}`)

interface Answer {
  index: number
  survived: boolean
}

/** Tries the changes from `first` on. @returns the index after the last that was tried */
function tryFrom(
  first: number,
  {
    folder,
    file,
    tests,
    onAnswer,
  }: { folder: string; file: string; tests: readonly string[]; onAnswer: (answer: Answer) => void },
): Promise<{ next: number; hung: boolean }> {
  return new Promise((done, reject) => {
    const args = ['--import', 'tsx', 'tests/mutants/small/try-file.ts', file, String(first), ...tests]
    const child = spawn(process.execPath, args, { cwd: folder, detached: true, stdio: ['ignore', 'pipe', 'pipe'] })
    let next = first
    let hung = false
    let said = ''
    const end = (): void => {
      hung = true
      if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL')
    }
    let timer = setTimeout(end, SILENCE_MS)
    createInterface({ input: child.stdout }).on('line', (line) => {
      if (!line.startsWith('{"index"')) return
      clearTimeout(timer)
      timer = setTimeout(end, SILENCE_MS)
      const answer = JSON.parse(line) as Answer
      next = answer.index + 1
      onAnswer(answer)
    })
    child.stderr.on('data', (piece) => (said += String(piece)))
    child.once('error', reject)
    child.once('close', (code) => {
      clearTimeout(timer)
      if (code === 0 || hung) done({ next, hung })
      else reject(new Error(`${file}: ${said.trim().split('\n').slice(-5).join('\n')}`))
    })
  })
}

async function tryFile(folder: string, file: string, tests: readonly string[]): Promise<Tried> {
  const changes = smallChanges(file, readFileSync(file, 'utf8'))
  const survivors: SmallChange[] = []
  const onAnswer = ({ index, survived }: Answer): void => {
    const change = changes[index]
    if (survived && change) survivors.push(change)
  }
  for (let first = 0; first < changes.length; ) {
    const { next, hung } = await tryFrom(first, { folder, file, tests, onAnswer })
    // What never ends is noticed.
    first = hung ? next + 1 : changes.length
  }
  return { file, changes, survivors }
}

const files = process.argv.length > 2 ? process.argv.slice(2) : rules()
const testsOf = nearTests()
const started = performance.now()
const rest = files.filter((file) => {
  const isTested = testsOf(file).length > 0
  if (!isTested) console.log(`${file}: no unit test imports it`)
  return isTested
})
let [tried, noticed] = [0, 0]
const worker = async (): Promise<void> => {
  const workspace = await openWorkspace()
  try {
    for (let file = rest.shift(); file !== undefined; file = rest.shift()) {
      const { changes, survivors } = await tryFile(workspace.folder, file, testsOf(file))
      tried += changes.length
      noticed += changes.length - survivors.length
      console.log(`${file}: ${changes.length - survivors.length} of ${changes.length} noticed`)
      for (const { line, from, to } of survivors) console.log(`  ${file}:${line}  ${from} → ${to || 'nothing'}`)
    }
  } finally {
    await workspace.remove()
  }
}
await Promise.all(Array.from({ length: Math.min(availableParallelism(), rest.length) }, worker))
const minutes = (performance.now() - started) / 60_000
console.log(`${noticed} of ${tried} small changes noticed, ${minutes.toFixed(1)} minutes`)
