import { ActionIcon, Button } from '@mantine/core'
import { IconArchive, IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import { DEBRIEF_CATEGORIES } from '../../../schemas/entities/rdv.ts'
import type { ReferenceList } from '../../../schemas/entities/reference.ts'
import { DEBRIEF_LABELS } from '../../../schemas/rules/debrief.ts'
import { moveEntry } from '../../../schemas/rules/lists.ts'
import { listsText as text } from '../../text/lists.ts'
import { above, RowLink } from '../../ui/list/row-link.tsx'
import { notices } from '../../ui/notices/notices.tsx'
import { useArchiving } from '../../ui/notices/use-archiving.ts'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { Panel } from '../../ui/page/panel.tsx'
import { type Entry, entryDetail } from './entry-detail.ts'
import styles from './lists.module.css'

const ICON = { size: 18, stroke: 1.7, 'aria-hidden': true } as const

export interface ListEntriesProps<E extends Entry> {
  list: ReferenceList
  /** Of this list, in its order, archived ones too. */
  entries: readonly E[]
  hrefOf: (id: string) => string
  onChange: (id: string, patch: Partial<Entry>) => Promise<unknown>
  /** Beside the name. */
  mark?: (entry: E) => ReactNode
}

/** Motives stand by the outcome that they explain; each other list is one group. */
function groupsOf<E extends Entry>(list: ReferenceList, entries: readonly E[]): { title: string; entries: E[] }[] {
  if (list !== 'RDV_DEBRIEF') return entries.length === 0 ? [] : [{ title: text.of[list].title, entries: [...entries] }]
  const groups = [
    ...DEBRIEF_CATEGORIES.map((category) => ({ category: category as number | null, title: DEBRIEF_LABELS[category] })),
    { category: null, title: text.noCategory },
  ]
  return groups
    .map(({ category, title }) => ({ title, entries: entries.filter((entry) => entry.TYPE_MOTIF === category) }))
    .filter((group) => group.entries.length > 0)
}

/** The entries of a list: each opens its form, moves up or down by a button, is archived or proposed again. */
export function ListEntries<E extends Entry>({ list, entries, hrefOf, onChange, mark }: ListEntriesProps<E>) {
  const root = useRef<HTMLDivElement>(null)
  const [said, setSaid] = useState('')
  /** The button that was pressed: its row moves in the page, which may take the focus from it. */
  const pressed = useRef<{ id: string; by: -1 | 1 } | null>(null)
  useLayoutEffect(() => {
    if (pressed.current === null || (document.activeElement !== null && document.activeElement !== document.body))
      return
    const { id, by } = pressed.current
    const row = root.current?.querySelector(`[data-entry="${CSS.escape(id)}"]`)
    const button = row?.querySelector<HTMLElement>(`[data-by="${by}"]:not(:disabled)`)
    // At the end of the list the button is disabled; the other one of the row is not.
    ;(button ?? row?.querySelector<HTMLElement>('[data-by]:not(:disabled)'))?.focus()
  })

  const move = async (group: readonly E[], { id, LIBELLE }: E, by: -1 | 1): Promise<void> => {
    const changes = moveEntry(group, id, by)
    if (changes.length === 0) return
    pressed.current = { id, by }
    const place = group.findIndex((entry) => entry.id === id) + by + 1
    try {
      for (const { id: moved, ORDRE } of changes) await onChange(moved, { ORDRE })
      setSaid(text.moved(LIBELLE, place, group.length))
    } catch (error) {
      notices.failure(error)
    }
  }
  const archiving = useArchiving()
  const archive = ({ id, LIBELLE }: E, ARCHIVE: 0 | 1): Promise<boolean> =>
    archiving(ARCHIVE === 1, async () => {
      await onChange(id, { ARCHIVE })
      notices.success(ARCHIVE === 1 ? text.archived(LIBELLE) : text.restored(LIBELLE))
    })

  const groups = groupsOf(
    list,
    entries.filter((entry) => entry.ARCHIVE !== 1),
  )
  const archived = entries.filter((entry) => entry.ARCHIVE === 1)
  return (
    <div ref={root} className={styles.panels}>
      {groups.length === 0 ? <EmptyState text={text.empty} /> : null}
      {groups.map((group) => (
        <Panel key={group.title} title={group.title} count={group.entries.length}>
          <ul className={styles.list} aria-label={group.title}>
            {group.entries.map((entry, index) => (
              <li key={entry.id} className={styles.row} data-entry={entry.id}>
                <EntryName entry={entry} href={hrefOf(entry.id)} mark={mark?.(entry)} />
                <div className={`${styles.buttons} ${above}`}>
                  <MoveButton entry={entry} by={-1} end={index === 0} run={() => void move(group.entries, entry, -1)} />
                  <MoveButton
                    entry={entry}
                    by={1}
                    end={index === group.entries.length - 1}
                    run={() => void move(group.entries, entry, 1)}
                  />
                  <ActionIcon
                    variant="subtle"
                    color="ardoise"
                    size={44}
                    aria-label={text.archiveOf(entry.LIBELLE)}
                    title={text.archive}
                    onClick={() => void archive(entry, 1)}
                  >
                    <IconArchive {...ICON} />
                  </ActionIcon>
                </div>
              </li>
            ))}
          </ul>
        </Panel>
      ))}
      {archived.length === 0 ? null : (
        <Panel title={text.archives} count={archived.length}>
          <p className={styles.hint}>{text.archivesHint}</p>
          <ul className={styles.list} aria-label={text.archives}>
            {archived.map((entry) => (
              <li key={entry.id} className={styles.row}>
                <EntryName entry={entry} href={hrefOf(entry.id)} mark={mark?.(entry)} />
                <Button
                  variant="default"
                  className={above}
                  aria-label={text.restoreOf(entry.LIBELLE)}
                  onClick={() => void archive(entry, 0)}
                >
                  {text.restore}
                </Button>
              </li>
            ))}
          </ul>
        </Panel>
      )}
      <p className="visually-hidden" aria-live="polite">
        {said}
      </p>
    </div>
  )
}

function EntryName({ entry, href, mark }: { entry: Entry; href: string; mark: ReactNode }) {
  const detail = entryDetail(entry)
  return (
    <div className={styles.words}>
      <div className={styles.name}>
        {entry.CODECOULEUR === null ? null : (
          <span className={styles.dot} style={{ backgroundColor: entry.CODECOULEUR }} aria-hidden />
        )}
        <RowLink href={href} inset>
          {entry.LIBELLE}
        </RowLink>
        {mark}
      </div>
      {detail === '' ? null : <div className={styles.detail}>{detail}</div>}
    </div>
  )
}

function MoveButton({ entry, by, end, run }: { entry: Entry; by: -1 | 1; end: boolean; run: () => void }) {
  return (
    <ActionIcon
      variant="subtle"
      color="ardoise"
      size={44}
      data-by={by}
      disabled={end}
      aria-label={(by === -1 ? text.up : text.down)(entry.LIBELLE)}
      onClick={run}
    >
      {by === -1 ? <IconArrowUp {...ICON} /> : <IconArrowDown {...ICON} />}
    </ActionIcon>
  )
}
