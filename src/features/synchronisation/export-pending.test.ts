import { expect, it } from 'vitest'
import type { OutboxEntry } from '../../../sync/outbox-entry.ts'
import { formatBytes } from '../../components/format.ts'
import { pendingExport } from './export-pending.ts'

it('the rescue copy holds every open entry whole, and whose it is', () => {
  const entries = [
    { id: 'm1', resource: 'client', patch: { NOM: 'Martin' }, state: 'refused' },
  ] as unknown as OutboxEntry[]
  const file = JSON.parse(
    pendingExport({
      company: { id: 'demo', NOM: 'Démo' },
      account: { id: 'p1', personnel: { NOM_COMPLET: 'Camille Roy' } },
      entries,
      at: '2026-11-20T08:00:00.000Z',
    }),
  ) as Record<string, unknown>
  expect(file).toMatchObject({ application: 'lolapp', compte: { id: 'p1', nom: 'Camille Roy' }, saisies: entries })
})

it('bytes read as people count them', () => {
  expect([512, 2048, 2_516_582, 10 * 1024 ** 3].map(formatBytes)).toEqual(['512 o', '2 Ko', '2,4 Mo', '10 Go'])
})
