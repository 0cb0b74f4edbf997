import { expect, it } from 'vitest'
import { cleanText, flawOf, isCleanText } from './clean-json.ts'
import { newRecord } from './entity.ts'
import { messages } from './messages.ts'
import { entityOf, SYNCED } from './resources.ts'
import { recordIssues } from './validate.ts'

const BROKEN = ['\ud800', '\udc00', 'a\u0000b', 'photo \ud83d', '\udc00\ud800', '👩🏽\ud83d']
const CLEAN = ['', 'é', '👩🏽‍🔧', '\ufeff\u202e', '\ufffd', 'a\r\nb\t']

it('[SERVER-8] distinguishes broken texts from texts with rare but valid characters', () => {
  expect(BROKEN.map(isCleanText)).toEqual(BROKEN.map(() => false))
  expect(CLEAN.map(isCleanText)).toEqual(CLEAN.map(() => true))
  for (const text of BROKEN) expect(isCleanText(cleanText(text))).toBe(true)
  expect(CLEAN.map(cleanText)).toEqual(CLEAN)
})

it('finds values that cannot be stored at any depth, in values and keys', () => {
  expect(flawOf({ a: [{ b: 'x\ud800' }] })).toBe('text')
  expect(flawOf({ a: { 'k\u0000': 1 } })).toBe('text')
  expect(flawOf(JSON.parse('{"a":[1e999]}'))).toBe('number')
  expect(flawOf(JSON.parse(`${'['.repeat(200_000)}${']'.repeat(200_000)}`))).toBe('depth')
  expect(flawOf({ a: [{ b: [1, null, true, '👩🏽‍🔧'] }], bytes: new Uint8Array([0, 216]) })).toBeNull()
})

it('[SERVER-8] every text of every entity refuses what the server would: a form says so at entry', () => {
  let texts = 0
  for (const resource of SYNCED) {
    const entity = entityOf(resource)
    for (const [name, field] of Object.entries(entity.fields)) {
      if (field.column !== 'text' && field.column !== 'jsonb') continue
      texts += 1
      const value = field.column === 'jsonb' ? [{ id: 'x', TEXTE: 'a\ud83d' }] : 'a\ud83d'
      const found = recordIssues(entity, { ...newRecord(entity, {}), [name]: value })
      expect(found.filter(({ message }) => message === messages.brokenText)).toEqual([
        { field: name, message: messages.brokenText },
      ])
    }
  }
  expect(texts).toBeGreaterThan(40)
})
