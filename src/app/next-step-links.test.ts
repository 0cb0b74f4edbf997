// @vitest-environment jsdom
import { createMemoryHistory } from '@tanstack/react-router'
import { describe, expect, it, vi } from 'vitest'
import { ROLE_NAMES, type RoleName } from '../../schemas/entities/personnel.ts'
import { sessionStore } from '../data/session/session-store.ts'
import { type LinkedStep, stepLink } from '../features/projets/step-link.ts'
import { createAppRouter } from './router.tsx'

const at = '2026-11-20 10:00'
const STEPS: readonly LinkedStep[] = [
  { kind: 'assign' },
  { kind: 'debrief', idRdv: 'r1', at },
  { kind: 'upcoming', idRdv: 'r1', at },
  { kind: 'quote' },
  { kind: 'signQuote', idDevis: 'd1', at },
  { kind: 'sendQuote', idDevis: 'd1' },
  { kind: 'followQuote', idDevis: 'd1' },
  { kind: 'intervention' },
  { kind: 'works', idIntervention: 'i1', at },
  { kind: 'feedback', idIntervention: 'i1', at },
]

/** Steps that are somebody else's work; every other one has a link. */
const OTHERS_WORK: Record<RoleName, readonly LinkedStep['kind'][]> = {
  commercial: ['assign', 'intervention'],
  commercial_director: [],
  assistant: ['debrief'],
  metreur: ['assign', 'quote'],
  technician: ['assign', 'debrief', 'quote', 'intervention'],
}

const personnel = { IDPERSONNEL: 'p1', NOM: 'Moreau', NOM_COMPLET: 'Claire Moreau', INITIALES: 'CM', PHOTO: null }
const company = { id: 'c1', key: 'demo', NOM: 'Habitat Démo', COLOR: null, LOGO: null, BACKGROUND: null }

async function opens(role: RoleName, path: string): Promise<boolean> {
  const account = { kind: 'personnel', id: 'p1', roles: [role], agences: [], personnel }
  localStorage.setItem('lolapp.entreprise', JSON.stringify(company))
  localStorage.setItem('lolapp.auth', JSON.stringify({ token: 't', expiresAt: null, account }))
  sessionStore.reload()
  const router = createAppRouter(createMemoryHistory({ initialEntries: [path] }))
  await router.load()
  return router.state.matches.every(({ status }) => status !== 'notFound')
}

describe.each(ROLE_NAMES)('[MGR-20] [AUT-10] « À faire maintenant » of a %s', (role) => {
  it.each(STEPS)('$kind leads to a page that opens, or is information', async (step) => {
    vi.stubGlobal('scrollTo', () => undefined)
    const href = stepLink(step, 'j1', { id: 'p1', roles: [role], agences: [], toutesAgences: false })
    expect(href === null).toBe(OTHERS_WORK[role].includes(step.kind))
    if (href !== null) expect(await opens(role, href)).toBe(true)
  })
})
