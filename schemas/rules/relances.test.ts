import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Relance } from './relance.ts'
import { inTime, quoteAge, relanceRefusal } from './relances.ts'

const devis = {
  DEVIS_SIGNE: 0,
  REFUSE: 0,
  DATE_TRANSMISSION: '2026-11-01T09:00:00.000Z',
  DATE_VALIDITE: '2026-12-01',
} as const
const client = { MAIL: 'lea@example.com', PORTABLE: '06 39 98 00 77', TELEPHONE: null }
const day = '2026-11-21'
const why = (canal: 'mail' | 'sms' | 'telephone', quote = {}, person = {}) =>
  relanceRefusal(canal, { devis: { ...devis, ...quote }, client: { ...client, ...person }, day })

describe('reminding the customer of a quote', () => {
  it('[MGR-12] is possible in all three ways for a sent, valid quote of a customer who can be reached', () => {
    expect([why('mail'), why('sms'), why('telephone')]).toEqual([null, null, null])
    expect(why('telephone', { DATE_TRANSMISSION: null })).toBeNull()
    expect(why('telephone', { DATE_VALIDITE: '2026-11-20' })).toBeNull()
    expect(why('telephone', {}, { PORTABLE: null, TELEPHONE: '0261910001' })).toBeNull()
  })

  it.each([
    ['answered', why('mail', { DEVIS_SIGNE: 1 }), "Ce devis n'attend plus de réponse."],
    ['refused', why('telephone', { REFUSE: 1 }), "Ce devis n'attend plus de réponse."],
    ['a draft', why('sms', { DATE_TRANSMISSION: null }), "Le devis n'a pas encore été transmis au client."],
    [
      'expired',
      why('mail', { DATE_VALIDITE: '2026-11-20' }),
      "Le devis n'est plus valable : changez sa date de validité.",
    ],
    ['without mail', why('mail', {}, { MAIL: ' ' }), "Le client n'a pas d'adresse email."],
    ['with a fixed line', why('sms', {}, { PORTABLE: '02 61 91 00 01' }), "Le client n'a pas de téléphone mobile."],
    ['without any number', why('telephone', {}, { PORTABLE: null }), "Le client n'a pas de numéro de téléphone."],
  ])('[MGR-12] is refused when it is %s', (_, found, expected) => expect(found).toBe(expected))

  it('[MGR-12] is refused in every way while its project is stopped, unless the quote is answered already', () => {
    const stopped = (canal: 'mail' | 'sms' | 'telephone', quote = {}) =>
      relanceRefusal(canal, { devis: { ...devis, ...quote }, client, day, stopped: true })
    const said = 'Ce projet est arrêté : rouvrez-le d’abord.'
    expect([stopped('mail'), stopped('sms'), stopped('telephone')]).toEqual([said, said, said])
    expect(stopped('mail', { REFUSE: 1 })).toBe("Ce devis n'attend plus de réponse.")
  })

  it('[MGR-12] reminders have one order, whatever the order of arrival', () => {
    const one = (id: string, LE: string): Relance => ({ id, LE, CANAL: 'mail', IDPERSONNEL: 'p' })
    const list = [
      one('b', '2026-11-01T09:00:00.000Z'),
      one('a', '2026-11-01T09:00:00.000Z'),
      one('c', '2026-10-01T09:00:00.000Z'),
    ]
    fc.assert(
      fc.property(fc.shuffledSubarray(list, { minLength: 3 }), (shuffled) => {
        expect(inTime(shuffled).map(({ id }) => id)).toEqual(['c', 'a', 'b'])
      }),
    )
  })

  it('[MGR-12] the age counts the company’s days, from the transmission, otherwise from the creation', () => {
    const clock = { zone: 'Europe/Paris', day }
    expect(quoteAge({ DATE_TRANSMISSION: '2026-11-20T23:30:00.000Z', DATE_CREATION: null }, clock)).toBe(0)
    expect(quoteAge({ DATE_TRANSMISSION: null, DATE_CREATION: '2026-11-11T12:00:00.000Z' }, clock)).toBe(10)
    expect(quoteAge({ DATE_TRANSMISSION: null, DATE_CREATION: null }, clock)).toBeNull()
    // Stored before anybody checked it: no list of quotes may fail.
    expect(quoteAge({ DATE_TRANSMISSION: '0000-01-01T00:00:00.000Z', DATE_CREATION: null }, clock)).toBeGreaterThan(0)
    expect(quoteAge({ DATE_TRANSMISSION: '9999-12-31T23:30:00.000Z', DATE_CREATION: null }, clock)).toBe(0)
  })
})
