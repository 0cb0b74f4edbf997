import { describe, expect, it } from 'vitest'
import type { OutboxEntry } from '../../../sync/store/outbox-entry.ts'
import {
  actionLabel,
  candidatesOf,
  correctableFields,
  dependentsOf,
  pendingReason,
  recordLabel,
  refusalMessages,
} from './wording.ts'

const entry = (values: Partial<OutboxEntry>): OutboxEntry => ({
  id: 'm1',
  resource: 'client',
  recordId: 'c1',
  action: 'update',
  patch: {},
  base: {},
  query: {},
  seen: 1,
  counter: 2,
  after: [],
  company: 'demo',
  account: 'personnel:p1',
  impersonator: '',
  schemaVersion: 0,
  state: 'pending',
  open: '1',
  createdAt: '2026-11-20T08:00:00.000Z',
  settledAt: '',
  attempts: 0,
  ackSeq: 0,
  ackEpoch: '',
  error: null,
  ...values,
})
const here = { online: true, paused: false }
const error = (values: Partial<NonNullable<OutboxEntry['error']>>): OutboxEntry['error'] => ({
  code: 'VALIDATION_ERROR',
  message: 'Validation error',
  status: 422,
  ...values,
})

describe('the action of an entry, in words', () => {
  it.each<[string, Partial<OutboxEntry>]>([
    ['Création', { action: 'create', patch: { IDCLIENT: 'c1', NOM: 'Martin' } }],
    ['Modification : Téléphone portable, Ville', { patch: { PORTABLE: '0639980001', VILLE: 'Nantes' } }],
    [
      'Modification : Nom, Prénom, Ville et 2 autres champs',
      { patch: { NOM: '', PRENOM: '', VILLE: '', MAIL: '', OBSERVATIONS: '' } },
    ],
    ['Suppression', { action: 'delete', resource: 'rdv', patch: { SUPPRIME: 1 } }],
    ['Rétablissement', { resource: 'rdv', patch: { SUPPRIME: 0 } }],
    ['Débrief', { action: 'debrief', resource: 'rdv', patch: { DEBRIEF_CATEGORIE: 4 } }],
    ['Annulation', { action: 'cancel', resource: 'projet', patch: { DATE_SANS_SUITE: '2026-11-20' } }],
  ])('%s', (words, values) => expect(actionLabel(entry(values))).toBe(words))

  it('names a dated record by its label, day and hour', () => {
    const rdv = { RDV_OBJET: 'Visite Martin', RDV_DEBUT: '2026-11-20 09:00' }
    expect(recordLabel('rdv', rdv)).toBe('Visite Martin, ven. 20 nov. 09:00')
    expect(recordLabel('client', null)).toBe('Fiche qui n’est plus sur cet appareil')
  })
})

describe('why an entry is still pending', () => {
  const refused = entry({ id: 'm0', state: 'refused' })
  it.each<[string, Partial<OutboxEntry>, { online: boolean; paused: boolean }]>([
    ['Partira dans un instant', {}, here],
    ['Partira au retour du réseau', {}, { online: false, paused: false }],
    ['Partira après votre reconnexion', {}, { online: true, paused: true }],
    ['Envoi en cours', { state: 'sent', attempts: 1 }, here],
    ['Envoi interrompu 3 fois, nouvel essai automatique', { state: 'sent', attempts: 3 }, here],
    ['Reçu par le bureau', { state: 'acked' }, here],
    ['Attend la correction d’une saisie refusée', { after: ['m0'] }, here],
    ['Partira après une autre saisie', { after: ['m2'] }, here],
    ['Partira après les autres envois de ce projet', { resource: 'projet', patch: { IDAGENCE: 'nantes' } }, here],
    ['Partira dans un instant', { resource: 'projet', patch: { DESCRIPTION: 'Portail' } }, here],
  ])('%s', (words, values, around) => {
    const waiting = entry(values)
    expect(pendingReason(waiting, { entries: [refused, waiting, entry({ id: 'm2' })], ...around })).toBe(words)
  })

  it('finds a refused cause behind another cause', () => {
    const middle = entry({ id: 'm2', after: ['m0'] })
    const last = entry({ id: 'm3', after: ['m2'] })
    expect(pendingReason(last, { entries: [refused, middle, last], ...here })).toMatch('saisie refusée')
    expect(dependentsOf('m0', [refused, middle, last]).map(({ id }) => id)).toEqual(['m2', 'm3'])
  })
})

describe('a refusal', () => {
  it('shows each message with the French label of its field, those about the whole record first', () => {
    const messages = refusalMessages(
      entry({
        error: error({
          errors: { MAIL: ['Veuillez entrer une adresse email valide'], _: ['Ce client a des projets.'] },
        }),
      }),
    )
    expect(messages).toEqual([
      { label: null, message: 'Ce client a des projets.' },
      { label: 'Adresse email', message: 'Veuillez entrer une adresse email valide' },
    ])
  })

  it('never shows the API’s English', () => {
    expect(refusalMessages(entry({ error: error({}) }))[0]?.message).toBe('Le bureau a trouvé une valeur à corriger.')
  })
  it('[PUSH-13] says what it means that the server fails over an entry', () => {
    const failed = { code: 'INTERNAL', message: 'Une erreur est survenue.', status: 500 } as const
    expect(refusalMessages(entry({ error: failed }))[0]?.message).toContain('sera essayée à nouveau toutes les heures')
  })

  it('offers the patched fields to correct, those that the server complains about first, and what a creation lacked', () => {
    const complaint = error({ errors: { VILLE: ['x'], NOM: ['x'] } })
    expect(correctableFields(entry({ patch: { PRENOM: 'A', VILLE: 'B' }, error: complaint }))).toEqual([
      'VILLE',
      'PRENOM',
    ])
    const made = entry({ action: 'create', patch: { IDCLIENT: 'c1', VILLE: 'B' }, error: complaint })
    expect(correctableFields(made)).toEqual(['NOM', 'VILLE'])
    expect(correctableFields(entry({ action: 'delete', resource: 'rdv', patch: { SUPPRIME: 1 } }))).toEqual([])
    const debrief = entry({
      action: 'debrief',
      resource: 'rdv',
      patch: { DEBRIEF_CATEGORIE: 4, DEBRIEF_LE: 'x', DEBRIEF_PAR: 'p1' },
    })
    expect(correctableFields(debrief)).toEqual(['DEBRIEF_CATEGORIE'])
  })

  it('reads the candidates of a double, whatever the details hold', () => {
    const candidates = [{ IDCLIENT: 'c9', NOM: 'Martin' }, null, { NOM: 'sans clé' }]
    expect(candidatesOf(error({ code: 'DUPLICATE', details: { candidates } }))).toEqual([candidates[0]])
    expect(candidatesOf(error({ code: 'DUPLICATE', details: 'x' }))).toEqual([])
    expect(candidatesOf(error({ details: { candidates } }))).toEqual([])
  })
})
