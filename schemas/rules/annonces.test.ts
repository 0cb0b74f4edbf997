import { describe, expect, it } from 'vitest'
import { type Annonce, annonceRefusal, sinceCancelled, untrue } from './annonces.ts'
import { etatDemande, isAbandoned, LONGEST_REPONSE, reponseRefusal } from './demandes.ts'

const now = '2026-11-20 10:00'
const rdv = { RDV_DEBUT: '2026-11-20 10:01', SUPPRIME: 0 } as const
const client = { MAIL: 'a@example.com', PORTABLE: '0639980001' }

describe('[DAY-09 customer-rdv] what a customer may be told of an appointment', () => {
  it('is of one that has not begun, a cancellation too', () => {
    expect(untrue('confirmation', rdv, { now })).toBeNull()
    expect(untrue('confirmation', { ...rdv, RDV_DEBUT: now }, { now })).toBe('Ce rendez-vous est passé.')
    expect(untrue('annulation', { ...rdv, SUPPRIME: 1 }, { now })).toBeNull()
    expect(untrue('annulation', { RDV_DEBUT: now, SUPPRIME: 1 }, { now })).toBe('Ce rendez-vous est passé.')
  })

  it('is what is true of it: cancelled or not, of a project that goes on or was stopped', () => {
    expect(untrue('annulation', rdv, { now })).toBe("Ce rendez-vous n'est plus annulé.")
    expect(untrue('rappel', { ...rdv, SUPPRIME: 1 }, { now })).toBe('Ce rendez-vous est annulé.')
    expect(untrue('deplacement', rdv, { now, stopped: true })).toMatch(/^Le projet de ce rendez-vous est arrêté/)
    expect(untrue('annulation', { ...rdv, SUPPRIME: 1 }, { now, stopped: true })).toBeNull()
  })

  it('needs a customer whom the message reaches', () => {
    const about = { genre: 'confirmation', rdv, now } as const
    expect(annonceRefusal('mail', { ...about, client })).toBeNull()
    expect(annonceRefusal('mail', { ...about, client: null })).toBe("Ce rendez-vous n'a pas de client à prévenir.")
    expect(annonceRefusal('mail', { ...about, client: { ...client, MAIL: ' ' } })).toMatch(/adresse email/)
    expect(annonceRefusal('sms', { ...about, client: { ...client, PORTABLE: '0478000001' } })).toMatch(/mobile/)
  })

  it('says nothing any more once they were told that it is cancelled', () => {
    const told = (...kinds: Annonce['GENRE'][]): Annonce[] =>
      kinds.map((GENRE, n) => ({
        id: `a${n}`,
        LE: '2026-11-19T10:00:00.000Z',
        GENRE,
        CANAL: 'mail',
        DEBUT: rdv.RDV_DEBUT,
      }))
    const kindsSince = (...kinds: Annonce['GENRE'][]) => sinceCancelled(told(...kinds)).map(({ GENRE }) => GENRE)
    expect(kindsSince('confirmation', 'rappel')).toEqual(['confirmation', 'rappel'])
    expect(kindsSince('rappel', 'annulation')).toEqual([])
    expect(kindsSince('annulation', 'confirmation', 'annulation', 'confirmation')).toEqual(['confirmation'])
  })
})

describe('an answer to a customer’s request', () => {
  it('is as long as its way carries', () => {
    const of = (length: number): string => 'a'.repeat(length)
    expect(reponseRefusal('sms', client, of(LONGEST_REPONSE.sms))).toBeNull()
    expect(reponseRefusal('sms', client, of(LONGEST_REPONSE.sms + 1))).toMatch(/caractères au plus/)
    expect(reponseRefusal('mail', client, of(LONGEST_REPONSE.sms + 1))).toBeNull()
  })

  it('makes it answered for good; what nobody has in hand any more is new again', () => {
    const asked = { PRISE_PAR: null, REPONSES: [], IDCLIENT_SUITE: null, IDPROJET_SUITE: null }
    const left = new Set(['parti'])
    const taken = { ...asked, PRISE_PAR: 'parti' }
    expect(etatDemande(asked, left)).toBe('nouvelle')
    expect(etatDemande({ ...asked, PRISE_PAR: 'camille' }, left)).toBe('prise')
    expect([etatDemande(taken, left), isAbandoned(taken, left)]).toEqual(['nouvelle', true])
    expect(isAbandoned(asked, left)).toBe(false)
    for (const more of [{ REPONSES: [{}] }, { IDCLIENT_SUITE: 'c' }, { IDPROJET_SUITE: 'p' }])
      expect(isAbandoned({ ...taken, ...more }, left), JSON.stringify(more)).toBe(false)
    expect(etatDemande({ ...taken, REPONSES: [{}] }, left)).toBe('repondue')
  })
})
