import { Checkbox } from '@mantine/core'
import { IconMapPin, IconUserPlus } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { today as dayIn, daysBetween } from '../../../schemas/dates.ts'
import { projet as projetEntity } from '../../../schemas/entities/projet.ts'
import { useNow } from '../../data/session/use-now.ts'
import { useZone } from '../../data/session/use-zone.ts'
import { LabelChips } from '../../domain/labels/label-chips.tsx'
import { useLabels } from '../../domain/labels/use-labels.ts'
import { KnownClientChip } from '../../domain/projets/known-client-chip.tsx'
import { TaskRow } from '../../domain/records/task-row.tsx'
import { affectationText as text } from '../../text/affectation.ts'
import { PlainButton } from '../../ui/controls/plain-button.tsx'
import { age } from '../../ui/format/age.ts'
import { useDesktop } from '../../ui/hooks/desktop.ts'
import { VirtualList } from '../../ui/list/virtual-list.tsx'
import { paths } from '../../ui/navigation/paths.ts'
import styles from './affectation.module.css'
import type { Orphan } from './use-orphans.ts'

const ROW_PHONE = 148
const ROW_DESKTOP = 84
/** Days after which a lead without a responsible is marked as late. */
const DAYS = 1

export interface AffectationListProps {
  orphans: readonly Orphan[]
  /** Above the first row. */
  head: ReactNode
  selected: ReadonlySet<string>
  onToggle: (idProjet: string) => void
  /** The best person for a project and why, in words; null when there is nobody, undefined while the team is being read. */
  suggestionOf: (orphan: Orphan) => { id: string; who: string; why: string } | null | undefined
  onAssign: (orphan: Orphan, idPersonnel: string) => void
  /** The projects at the chosen point of the map. */
  here: ReadonlySet<string>
  /** The map stands beside the list. */
  narrow: boolean
  /** A new object scrolls to this project. */
  bring: { key: string } | null
  /** Marks the project's point; undefined where no map can be drawn. */
  onMap: ((orphan: Orphan) => void) | undefined
}

/** The projects to assign, oldest first, each with a button for its suggestion. */
export function AffectationList({
  orphans,
  head,
  selected,
  onToggle,
  suggestionOf,
  onAssign,
  here,
  narrow,
  bring,
  onMap,
}: AffectationListProps) {
  const desktop = useDesktop()
  const zone = useZone()
  const labels = useLabels()
  const today = useNow().slice(0, 10)
  return (
    <VirtualList
      items={orphans}
      estimate={desktop && !narrow ? ROW_DESKTOP : ROW_PHONE}
      keyOf={({ projet }) => projet.IDPROJET}
      label={text.list}
      bring={bring}
      head={head}
      row={(orphan) => {
        const { projet, name, town } = orphan
        const day = projet.DATE_CREATION && dayIn(zone, new Date(projet.DATE_CREATION))
        const suggestion = suggestionOf(orphan)
        return (
          <TaskRow
            lead={
              <Checkbox
                size="md"
                className={styles.box ?? ''}
                checked={selected.has(projet.IDPROJET)}
                onChange={() => onToggle(projet.IDPROJET)}
                aria-label={text.select(name)}
              />
            }
            title={name}
            href={paths.resource.view('projet', projet.IDPROJET)}
            sync={projet.sync.state}
            reason={
              <>
                <KnownClientChip journal={projet.JOURNAL} />
                <LabelChips held={projet.IDLABELS} labels={labels} />
              </>
            }
            age={
              day
                ? { text: text.created(age(day, today)), late: daysBetween(day, today) > DAYS }
                : { text: text.createdHere, late: false }
            }
            lines={[
              [town, projetEntity.label(projet)].filter(Boolean).join(' · '),
              suggestion ? text.suggestion(suggestion.why) : suggestion === undefined ? text.searching : null,
            ]}
            chosen={here.has(projet.IDPROJET)}
            narrow={narrow}
            actions={
              <>
                {onMap && orphan.site.place ? (
                  <PlainButton
                    label={text.onMap(name)}
                    pressed={here.has(projet.IDPROJET)}
                    onClick={() => onMap(orphan)}
                    icon={<IconMapPin size={20} aria-hidden />}
                  />
                ) : null}
                {suggestion ? (
                  <PlainButton
                    icon={<IconUserPlus size={18} aria-hidden />}
                    label={`${text.assignOne(name)} : ${suggestion.who}`}
                    onClick={() => onAssign(orphan, suggestion.id)}
                  >
                    {text.assignTo(suggestion.who)}
                  </PlainButton>
                ) : suggestion === undefined ? (
                  // Keeps the button's place: the height of a row must not change while somebody taps.
                  <span className={styles.place} />
                ) : null}
              </>
            }
          />
        )
      }}
    />
  )
}
