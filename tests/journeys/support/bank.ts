import { request } from 'node:http'
import { expect } from 'vitest'
import type { FintectureStandIn } from '../../support/stand-ins/fintecture.ts'
import { ask, type DemoServer, PASSWORD } from './demo-server.ts'

/** The company's and the bank's part of payments. */

/** The administrator gives the demo company its account at the payment provider. */
export async function connectBank(server: DemoServer, bank: FintectureStandIn): Promise<void> {
  const at = { port: server.port, host: 'admin' }
  const body = { email: 'admin@example.com', password: PASSWORD }
  const login = await ask({ ...at, method: 'POST', path: '/login', body })
  const { token } = (login.body as { data: { token: string } }).data
  const list = await ask({ ...at, method: 'GET', path: '/admin/company', token })
  const demo = (list.body as { data: { id: string; key: string }[] }).data.find(({ key }) => key === 'demo')
  const { appId: app_id, appSecret: app_secret, privateKey: private_key } = bank.account
  const path = `/admin/companies/${demo?.id}/payment_account`
  const answer = await ask({ ...at, method: 'PUT', path, token, body: { app_id, app_secret, private_key } })
  expect(answer.status).toBe(204)
}

/** The customer pays at the bank, which sends an event to the server. @returns the status of the server's answer */
export async function payAtTheBank(server: DemoServer, bank: FintectureStandIn): Promise<number> {
  const session = [...bank.sessions.values()].at(-1)
  if (!session) throw new Error('Nobody asked for a payment')
  session.status = 'payment_created'
  const { headers, body } = bank.webhook(session.id)
  return new Promise((resolve, reject) => {
    const call = request(
      {
        host: '127.0.0.1',
        port: server.port,
        method: 'POST',
        path: '/api/fintecture/webhook',
        headers: { host: `demo.localhost:${server.port}`, ...headers },
      },
      (answer) => {
        answer.resume()
        resolve(answer.statusCode ?? 0)
      },
    )
    call.once('error', reject)
    call.end(body)
  })
}
