import { expect, it } from 'vitest'
import type { QueuedFile, QueuedMail } from '../../../sync/store/file-store.ts'
import type { OutboxEntry } from '../../../sync/store/outbox-entry.ts'
import { RESCUE_WORDS } from '../../text/rescue-words.ts'
import { newPassphrase } from './new-passphrase.ts'
import { rescueCounts } from './rescue-counts.ts'

it('counts a rescue file’s content by kind, and what the server had refused; empty kinds are left out', () => {
  const entries = [
    { resource: 'client', state: 'sent' },
    { resource: 'client', state: 'refused' },
    { resource: 'rdv', state: 'sent' },
  ] as OutboxEntry[]
  const files = [{ state: 'refused' }] as QueuedFile[]
  expect(rescueCounts({ entries, files, mails: [] as QueuedMail[] })).toEqual([
    { label: 'Clients', count: 2 },
    { label: 'Rendez-vous', count: 1 },
    { label: 'Photos et documents', count: 1 },
    { label: 'Déjà refusées par le bureau', count: 2 },
  ])
})

it('[RESCUE-1] the words are six of 512, easy to write down, differ by more than a letter, and are drawn again each time', () => {
  expect(new Set(RESCUE_WORDS).size).toBe(512)
  expect(RESCUE_WORDS.every((word) => /^[a-z]{3,9}$/.test(word))).toBe(true)
  const swapped = (a: string, b: string): boolean =>
    a.length === b.length && [...a].filter((letter, i) => letter !== b[i]).length === 1
  const added = (a: string, b: string): boolean =>
    b.length === a.length + 1 && [...b].some((_, i) => b.slice(0, i) + b.slice(i + 1) === a)
  expect(RESCUE_WORDS.filter((a) => RESCUE_WORDS.some((b) => swapped(a, b) || added(a, b)))).toEqual([])
  const drawn = Array.from({ length: 200 }, newPassphrase)
  expect(new Set(drawn).size).toBe(200)
  expect(drawn.every((words) => words.split(' ').length === 6)).toBe(true)
  // 1,200 draws of 512: a word that can never be drawn would be noticed.
  expect(new Set(drawn.flatMap((words) => words.split(' '))).size).toBeGreaterThan(420)
})
