import { spawn } from 'node:child_process'

/**
 * Lighthouse 12, the last that runs on Node 20. With its dependencies it is 200 packages and 185 MB, so it is downloaded only for this report, in
 * its exact version, and not by each `npm ci`.
 */
const LIGHTHOUSE = 'lighthouse@12.8.2'
/** Categories that depend on the page, not on the machine. */
const CATEGORIES = ['accessibility', 'best-practices'] as const
const FULL = 100

/** The parts of Lighthouse's report that are read. */
interface Answer {
  finalDisplayedUrl: string
  runtimeError?: { message: string }
  categories: Record<string, { score: number | null; auditRefs: { id: string; weight: number }[] }>
  audits: Record<string, { title: string; score: number | null; details?: { items?: unknown[] } }>
}

export interface Report {
  scores: { category: string; score: number }[]
  /** Each audit that costs a point, as text, with its places. */
  faults: string[]
}

export const isFull = ({ scores }: Report): boolean => scores.every(({ score }) => score === FULL)

/** Measures one address in the browser that listens on `port`, with its session. @throws Error when it shows another page */
export async function measure(url: string, port: number): Promise<Report> {
  const { categories, audits, finalDisplayedUrl, runtimeError } = JSON.parse(await lighthouse(url, port)) as Answer
  if (runtimeError) throw new Error(`${url}: ${runtimeError.message}`)
  if (new URL(finalDisplayedUrl).pathname !== new URL(url).pathname)
    throw new Error(`${url} led to ${finalDisplayedUrl}`)
  const found = CATEGORIES.map((category) => {
    const { score, auditRefs } = categories[category] ?? {}
    if (typeof score !== 'number' || !auditRefs) throw new Error(`${url}: ${category} was not measured`)
    return { category, score: Math.round(score * FULL), weighed: auditRefs.filter(({ weight }) => weight > 0) }
  })
  const faults = found.flatMap(({ weighed }) =>
    weighed.flatMap(({ id }) => {
      const { score, title, details } = audits[id] ?? {}
      if (typeof score !== 'number' || score === 1) return []
      return [`${id}: ${title}`, ...(details?.items ?? []).map((item) => `  ${JSON.stringify(item).slice(0, 400)}`)]
    }),
  )
  return { scores: found.map(({ category, score }) => ({ category, score })), faults }
}

/** @returns its report as JSON */
function lighthouse(url: string, port: number): Promise<string> {
  const options = [
    `--port=${port}`,
    `--only-categories=${CATEGORIES.join()}`,
    '--disable-storage-reset',
    // No throttling, because the benches measure speed.
    '--throttling-method=provided',
    '--no-enable-error-reporting',
    '--output=json',
    '--quiet',
  ]
  return new Promise((resolve, reject) => {
    const child = spawn('npx', ['--yes', '--prefer-offline', LIGHTHOUSE, url, ...options], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    let output = ''
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
    child.once('error', reject)
    child.once('close', (code) =>
      code === 0 ? resolve(output) : reject(new Error(`${LIGHTHOUSE} ended with ${code} at ${url}`)),
    )
  })
}
