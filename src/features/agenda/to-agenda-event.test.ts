import { describe, expect, it } from 'vitest'
import { eventColors } from './calendar/event-color.ts'
import { toAgendaEvent } from './to-agenda-event.ts'

const rdv = {
  IDRDV: 'r1',
  RDV_OBJET: 'Visite',
  RDV_DEBUT: '2026-03-29 02:30',
  RDV_FIN: '2026-03-29 04:00',
  IDPERSONNELS: ['p1'],
  DEBRIEF_CATEGORIE: 3 as const,
  sync: { state: 'pending' as const },
}

describe('an appointment as an event', () => {
  it('[CAL-04] takes colour and name from its nature', () => {
    const event = toAgendaEvent({ rdv, nature: { LIBELLE: 'Commercial', CODECOULEUR: '#2f8a47' } })
    expect(event).toMatchObject({ color: '#2f8a47', natureLabel: 'Commercial' })
  })

  it('[CAL-04] is black « Nature inconnue » when the nature is not known', () => {
    const event = toAgendaEvent({ rdv })
    expect(event.natureLabel).toBe('Nature inconnue')
    expect(eventColors(event.color).background).toBe('#000000')
  })

  it('keeps the written hours, even in the hour that the change to summer time skips', () => {
    expect(toAgendaEvent({ rdv })).toMatchObject({ start: '2026-03-29 02:30', end: '2026-03-29 04:00' })
  })

  it('[CAL-09] has the debrief, and tells when the server does not have the record yet', () => {
    expect(toAgendaEvent({ rdv })).toMatchObject({ debrief: 3, pending: true, refused: false })
    // OUT-11: a move is relative to it.
    expect(toAgendaEvent({ rdv: { ...rdv, VERSION: 7 } }).version).toBe(7)
    expect(toAgendaEvent({ rdv: { ...rdv, sync: { state: 'refused' } } })).toMatchObject({
      pending: false,
      refused: true,
    })
  })

  it('names client and town: the appointment’s town rather than the client’s', () => {
    const client = { NOM: 'DUPONT', PRENOM: 'Anne', VILLE: 'Lyon', PORTABLE: '0639980001', TELEPHONE: null, MAIL: null }
    const adresse = { VILLE: 'Bron', ADRESSE_COMPLETE: '3 rue des Lilas 69500 Bron' }
    expect(toAgendaEvent({ rdv, client }).subtitle).toBe('DUPONT Anne, Lyon')
    expect(toAgendaEvent({ rdv, client, adresse })).toMatchObject({
      subtitle: 'DUPONT Anne, Bron',
      phone: '06 39 98 00 01',
      place: '3 rue des Lilas 69500 Bron',
    })
    expect('subtitle' in toAgendaEvent({ rdv })).toBe(false)
  })
})
