import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { scopeOf } from './access.ts'
import { AppError, ERROR_STATUS, notFound, unauthorized } from './errors.ts'
import { callOf, decodeCheckpoint, encodeCheckpoint, etag, parseEtag } from './protocol.ts'
import { normalise, phoneDigits } from './search.ts'

describe('[PULL-2] checkpoint', () => {
  it('is decoded to what was encoded', () => {
    const id = fc.stringMatching(/^[0-9a-zA-Z][0-9a-zA-Z_.:-]{0,20}$/)
    const scope = fc
      .array(id)
      .map((agences) => scopeOf({ id: 'me', roles: ['commercial'], agences, toutesAgences: false }))
    const seq = fc.integer({ min: 0, max: 999_999_999_999_999 })
    fc.assert(
      fc.property(fc.record({ epoch: id, seq, start: seq, scope: fc.oneof(scope, fc.constant('')) }), (checkpoint) => {
        expect(decodeCheckpoint(encodeCheckpoint(checkpoint))).toEqual(checkpoint)
      }),
    )
  })

  it.each([
    '',
    'x',
    'e~1~2',
    'e~1~2~s~more',
    '~1~2~s',
    'e~-1~2~s',
    'e~1.5~2~s',
    'e~1~~s',
    'e~1e3~2~s',
    `e~${'9'.repeat(16)}~2~s`,
    'e~ 1~2~s',
  ])('« %s » is none', (text) => expect(decodeCheckpoint(text)).toBeNull())
})

describe('calls', () => {
  it('[PUSH-2] each action has its own method and path, with the id escaped', () => {
    const actions = ['create', 'update', 'delete', 'cancel'] as const
    expect(actions.map((action) => callOf('/projets', 'a/b', action))).toEqual([
      { method: 'POST', path: '/projets' },
      { method: 'PUT', path: '/projets/a%2Fb' },
      { method: 'DELETE', path: '/projets/a%2Fb' },
      { method: 'POST', path: '/projets/a%2Fb/cancel' },
    ])
  })

  it('an ETag holds the VERSION', () => {
    expect(parseEtag(etag(12))).toBe(12)
    for (const other of [undefined, '', '12', 'W/"12"', '"x"', '"12345678901"', '"-1"', '"1" '])
      expect(parseEtag(other)).toBeNull()
  })
})

describe('errors', () => {
  it('carry a code, its status, and a body without internal details', () => {
    const error = new AppError('CONFLICT', 'Conflit', { details: { VERSION: 3 }, cause: new Error('sql') })
    expect(error.status).toBe(409)
    expect(error.toBody()).toEqual({ code: 'CONFLICT', message: 'Conflit', details: { VERSION: 3 } })
    expect(new AppError('INTERNAL', 'x').toBody()).toEqual({ code: 'INTERNAL', message: 'x' })
    for (const status of Object.values(ERROR_STATUS)) expect(status).toBeGreaterThanOrEqual(400)
  })

  it('speak French', () => {
    expect(notFound()).toMatchObject({ code: 'NOT_FOUND', message: 'Enregistrement introuvable.' })
    expect(unauthorized().message).toBe("Vous n'êtes pas autorisé à effectuer cette action.")
  })
})

describe('search keys', () => {
  it.each([
    ['  Éléonore  D’ARC ', 'eleonore d arc'],
    ['Lebœuf-Ça', 'leboeuf ca'],
    ['ŒUVRE Æthelred', 'oeuvre aethelred'],
    ['ﬁn', 'fin'],
    ['Straße', 'strasse'],
    ['---', ''],
    ['12 bis', '12 bis'],
  ])('%s → %s', (text, key) => {
    expect(normalise(text)).toBe(key)
    expect(normalise(normalise(text))).toBe(key)
  })

  it.each([
    ['+33 6 12 34 56 78', '0612345678'],
    ['0033612345678', '0612345678'],
    ['06.12.34.56.78', '0612345678'],
    ['+33 (0)6 12 34 56 78', '0612345678'],
    ['+32 470 12 34 56', '32470123456'],
    ['', ''],
  ])('the number %s → %s', (phone, digits) => {
    expect(phoneDigits(phone)).toBe(digits)
  })
})
