import { describe, expect, it } from 'vitest'
import type { Reply } from './transport.ts'
import { verdictOf } from './verdict.ts'

const reply = (more: Partial<Reply>): Reply => ({
  status: 200,
  body: { data: { IDCLIENT: 'c' } },
  mutation: 'm',
  epoch: 'e',
  seq: 3,
  retryAfter: null,
  overwritten: [],
  ...more,
})

describe('verdict of an answer', () => {
  it('[PUSH-3] without the echoed mutation, an epoch, a seq or a body it is no verdict', () => {
    expect(verdictOf(reply({}), 'm')).toMatchObject({ kind: 'accepted', seq: 3, epoch: 'e' })
    const notVerdicts = [
      { mutation: null },
      { mutation: 'other' },
      { epoch: null },
      { seq: null },
      { body: null },
      { body: 'hello' },
    ]
    for (const one of notVerdicts) expect(verdictOf(reply(one), 'm').kind).toBe('retry')
  })

  it.each([400, 403, 404, 409, 410, 413, 415, 422])(
    '[PUSH-4] %i with our envelope is a refusal that keeps the message',
    (status) => {
      const body = { code: 'VALIDATION_ERROR', message: 'Non', errors: { NOM: ['Ce champ est requis'] } }
      expect(verdictOf(reply({ status, body }), 'm')).toEqual({ kind: 'refused', error: { ...body, status } })
      expect(verdictOf(reply({ status, body, mutation: null }), 'm').kind).toBe('retry')
    },
  )

  it.each([408, 425, 429, 500, 502, 503, 504])('[PUSH-4] %i is tried again', (status) => {
    expect(verdictOf(reply({ status, body: null, retryAfter: 2 }), 'm')).toEqual({ kind: 'retry', afterMs: 2000 })
  })

  it('[PUSH-4] [WORK-4] 401 pauses, and says whether it is another account', () => {
    expect(verdictOf(reply({ status: 401, body: { code: 'UNAUTHENTICATED' } }), 'm')).toEqual({
      kind: 'pause',
      reason: 'signed-out',
    })
    expect(verdictOf(reply({ status: 401, body: { code: 'ACCOUNT_MISMATCH' } }), 'm')).toEqual({
      kind: 'pause',
      reason: 'other-account',
    })
  })

  it('[PUSH-7] names the fields on which the server holds another edit', () => {
    expect(verdictOf(reply({ overwritten: ['NOM'] }), 'm')).toMatchObject({ kind: 'accepted', overwritten: ['NOM'] })
  })
})
