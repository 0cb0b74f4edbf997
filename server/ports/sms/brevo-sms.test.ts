import { afterEach, describe, expect, it } from 'vitest'
import { isFrenchMobile } from '../../../schemas/rules/french-mobile.ts'
import {
  type HttpProvider,
  httpProvider,
  type ProviderAnswer,
  type ProviderRequest,
} from '../../../tests/support/stand-ins/http-provider.ts'
import { testSecrets } from '../../../tests/support/test-app.ts'
import { PLATFORM_SENDER } from '../delivery.ts'
import { sendOutbound } from '../http/outbound.ts'
import { brevoSms } from './brevo-sms.ts'
import { embeddedSms } from './embedded-sms.ts'
import { internationalDigits } from './french-mobile.ts'

let brevo: HttpProvider | undefined
afterEach(async () => {
  await brevo?.close()
  brevo = undefined
})

/** Brevo's `POST /v3/transactionalSMS/send`: refuses what its documentation refuses. */
function brevoAnswer({ method, url, headers, body }: ProviderRequest): ProviderAnswer {
  const json = (status: number, value: unknown) => ({
    status,
    body: JSON.stringify(value),
    headers: { 'content-type': 'application/json' },
  })
  if (method !== 'POST' || url !== '/v3/transactionalSMS/send') return json(404, { code: 'document_not_found' })
  if (!['cle-plateforme', 'cle-maison'].includes(String(headers['api-key']))) return json(401, { code: 'unauthorized' })
  const { sender, recipient, content, type } = JSON.parse(body.toString('utf8')) as Record<string, string>
  if (!/^[A-Za-z0-9 ]{1,11}$/.test(sender ?? '')) return json(400, { code: 'invalid_parameter', message: 'sender' })
  if (!/^\d{10,15}$/.test(recipient ?? '')) return json(400, { code: 'invalid_parameter', message: 'recipient' })
  if (!content || type !== 'transactional') return json(400, { code: 'missing_parameter' })
  return json(201, { reference: 'ab1cde2fgh3i4jklmno', messageId: 1511882900176220, smsCount: 1, usedCredits: 0.7 })
}

async function start(answer: typeof brevoAnswer | (() => ProviderAnswer | null) = brevoAnswer) {
  brevo = await httpProvider(answer)
  return brevoSms({
    baseUrl: `${brevo.origin}/v3`,
    key: 'cle-plateforme',
    sender: 'Lolapp',
    secrets: testSecrets,
    send: sendOutbound,
  })
}

const sms = { id: 'm-1', sender: PLATFORM_SENDER, to: '0639980001', text: 'À demain, 9 h : été' }

describe('SMS by Brevo', () => {
  it('[API-09] sends an SMS with the platform’s key and name', async () => {
    const port = await start()
    expect(await port.send(sms)).toEqual({ status: 'sent', providerId: '1511882900176220' })
    expect(JSON.parse(brevo?.requests[0]?.body.toString('utf8') ?? '')).toMatchObject({
      sender: 'Lolapp',
      recipient: '33639980001',
      content: 'À demain, 9 h : été',
      type: 'transactional',
    })
  })

  it('[API-09] uses a company’s own key and name', async () => {
    const port = await start()
    const sender = { ...PLATFORM_SENDER, SMS_EXPEDITEUR: 'Habitat', SMS_CLE: testSecrets.seal('cle-maison') }
    await port.send({ ...sms, sender })
    expect(brevo?.requests[0]?.headers['api-key']).toBe('cle-maison')
    expect(JSON.parse(brevo?.requests[0]?.body.toString('utf8') ?? '')).toMatchObject({ sender: 'Habitat' })
  })

  it.each([
    [400, 'failed'],
    [401, 'retry'],
    [402, 'retry'],
    [429, 'retry'],
    [500, 'retry'],
    [503, 'retry'],
  ])('tells what an answer of %i means', async (status, kind) => {
    const port = await start(() => ({ status, body: '{"code":"not_enough_credits","message":"+33639980001"}' }))
    await expect(port.send(sms)).rejects.toMatchObject({ kind, message: expect.stringContaining(String(status)) })
    await expect(port.send(sms)).rejects.toMatchObject({ message: expect.not.stringContaining('39980001') })
  })

  it('does not know the outcome of an SMS whose answer never came', async () => {
    const port = await start(() => null)
    await expect(port.send(sms)).rejects.toMatchObject({ kind: 'unknown' })
    expect(brevo?.requests).toHaveLength(1)
    await brevo?.close()
    await expect(port.send(sms)).rejects.toMatchObject({ kind: 'retry' })
  })

  it.each([
    '0899123456',
    '0123456789',
    '36500',
    '3117',
    '0700123456',
    '447700900123',
    '00447700900123',
    '06399800010',
    '',
  ])('[SEC] sends nothing to « %s », which is no French mobile', async (to) => {
    expect(isFrenchMobile(to)).toBe(false)
    const port = await start()
    await expect(port.send({ ...sms, to })).rejects.toMatchObject({ kind: 'failed' })
    await expect(embeddedSms().send({ ...sms, to })).rejects.toMatchObject({ kind: 'failed' })
    expect(brevo?.requests).toHaveLength(0)
  })

  it('sends to overseas mobiles with their own country code', () => {
    expect(
      ['0612345678', '0692123456', '0690123456', '0696123456', '0694123456', '0639012345', '0639980001'].map(
        internationalDigits,
      ),
    ).toEqual([
      '33612345678',
      '262692123456',
      '590690123456',
      '596696123456',
      '594694123456',
      '262639012345',
      '33639980001',
    ])
  })
})
