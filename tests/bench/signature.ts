import { KNOWN_CUSTOMERS } from '../../server/demo/plans.ts'
import { codeSentBy } from '../journeys/support/clients.ts'
import { ask, type Row } from '../journeys/support/demo-server.ts'
import type { Device } from '../support/chromium.ts'
import type { ServerProcess } from '../support/server-process.ts'
import { buildPage } from './build-page.ts'
import { type Figure, median, ms, percentile } from './figures.ts'
import { syncedDevice } from './live.ts'
import { type BenchOptions, sized } from './options.ts'
import { serveGrown } from './real-server.ts'

/** Time from the customer's « Signer » to the frame that shows the quote as signed on the company's screen, through the real server. */
export async function measureSignature(options: BenchOptions): Promise<Figure[]> {
  const page = await buildPage('page')
  const server = await serveGrown(50, page.folder)
  let desk: Device | undefined
  try {
    desk = await syncedDevice(server, 'directeur@example.com')
    await desk.page.evaluate(() => window.bench.watchSigned())
    const seen: number[] = []
    const answered: number[] = []
    for (const { token, quote, phone } of await quotesToSign(server, sized(options, 12, 2))) {
      const sign = await readToSign(server, { token, quote, phone })
      const at = performance.timeOrigin + performance.now()
      await sign()
      answered.push(performance.timeOrigin + performance.now() - at)
      await desk.page.waitForFunction((id) => window.bench.seenAt(id) !== undefined, quote, { polling: 5 })
      seen.push(((await desk.page.evaluate((id) => window.bench.seenAt(id), quote)) ?? Number.NaN) - at)
    }
    return [
      {
        name: 'Quote signed on a phone → signed on the office’s screen, p95',
        value: percentile(seen, 0.95),
        unit: 'ms',
        goal: '',
        met: null,
        detail: `${seen.length} signatures, median ${ms(median(seen))}; the customer’s own receipt, with its PDF, after ${ms(median(answered))}`,
      },
    ]
  } finally {
    await desk?.close()
    await server.dispose()
    await page.remove()
  }
}

interface ToSign {
  token: string
  quote: string
  phone: string
}

/** A call as a member of the demo company. @throws Error unless it is accepted */
async function data<T>(
  server: ServerProcess,
  path: string,
  { token, body }: { token?: string; body?: unknown },
): Promise<T> {
  const answer = await ask({
    port: server.port,
    host: 'demo',
    method: body === undefined ? 'GET' : 'POST',
    path,
    token,
    body,
  })
  if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${JSON.stringify(answer.body)}`)
  return (answer.body as { data: T }).data
}

/** Asks for a code. @returns the code and its challenge */
async function codeFor(
  server: ServerProcess,
  phone: string,
  { path, ...how }: { path: string; token?: string; body: unknown },
): Promise<{ challenge: string; CODE: string }> {
  let challenge = ''
  const CODE = await codeSentBy(server, phone, async () => {
    ;({ challenge } = await data<{ challenge: string }>(server, path, how))
  })
  return { challenge, CODE }
}

/** Unanswered quotes of the demo's known customers, who are logged in. @throws Error when there are fewer */
async function quotesToSign(server: ServerProcess, count: number): Promise<ToSign[]> {
  const found: ToSign[] = []
  for (const phone of KNOWN_CUSTOMERS) {
    if (found.length >= count) break
    const code = await codeFor(server, phone, { path: '/space/generateOtp', body: { PORTABLE: phone } })
    const { token } = await data<{ token: string }>(server, '/space/verifyOtpAndCreateToken', {
      body: { ...code, PORTABLE: phone },
    })
    const waiting = await data<Row[]>(server, '/space/devis_attente', { token })
    found.push(...waiting.map((quote) => ({ token, phone, quote: String(quote.IDDEVIS) })))
  }
  if (found.length < count) throw new Error(`Only ${found.length} quotes wait for a known customer`)
  return found.slice(0, count)
}

/** Reads the quote and asks for its code. @returns a function that signs it */
async function readToSign(server: ServerProcess, { token, quote, phone }: ToSign): Promise<() => Promise<unknown>> {
  const { sha256 } = await data<{ sha256: string }>(server, `/space/devis/${quote}`, { token })
  const code = await codeFor(server, phone, { path: '/sms/otp', token, body: { purpose: 'sign', IDDEVIS: quote } })
  const body = { NOM_SIGNATAIRE: 'Banc d’essai', consent: true, sha256, ...code }
  return () => data(server, `/space/devis/${quote}/sign`, { token, body })
}
