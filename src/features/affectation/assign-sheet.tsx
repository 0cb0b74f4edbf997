import { Button, UnstyledButton } from '@mantine/core'
import { IconArrowsSplit2 } from '@tabler/icons-react'
import { PersonAvatar } from '../../domain/personnels/person-avatar.tsx'
import { affectationText as text } from '../../text/affectation.ts'
import { Sheet } from '../../ui/page/sheet.tsx'
import styles from './affectation.module.css'
import { type Candidate, type Site, type Suggestion, shareOut, suggestionsForAll } from './suggest.ts'
import type { Person } from './use-candidates.ts'

const nameOf = (person: Person | undefined): string => person?.NOM_COMPLET ?? person?.NOM ?? ''

/** Why a person is suggested, in words. */
export const whyOf = ({ km, candidate, here }: Suggestion, several = false): string =>
  [
    here ? null : text.elsewhere,
    candidate.absent ? text.absent(candidate.absent) : null,
    km === null ? text.unknownDistance : several ? text.kmAverage(km) : text.km(km),
    text.load(candidate.load),
    several ? text.rdvs(candidate.rdvs) : null,
  ]
    .filter(Boolean)
    .join(', ')

interface AssignSheetProps {
  sites: readonly Site[]
  people: readonly Person[]
  candidates: readonly Candidate[]
  onClose: () => void
  /** Who gets each project, by its id; `who` names the one person when there is only one. */
  onAssign: (shares: ReadonlyMap<string, string>, who: string | null) => void
}

/** One person for all selected projects, or for each project its best one. */
export function AssignSheet({ sites, people, candidates, onClose, onAssign }: AssignSheetProps) {
  const byId = new Map(people.map((person) => [person.IDPERSONNEL, person]))
  const shares = shareOut(sites, candidates)
  const counts = new Map<string, number>()
  for (const id of shares.values()) counts.set(id, (counts.get(id) ?? 0) + 1)
  const parts = [...counts].map(([id, n]) => text.part(nameOf(byId.get(id)), n)).join(', ')
  return (
    <Sheet opened onClose={onClose} title={text.sheetTitle(sites.length)}>
      {candidates.length === 0 ? <p className={styles.hint}>{text.nobody}</p> : null}
      {sites.length > 1 && shares.size > 0 ? (
        <div className={styles.share}>
          <Button
            fullWidth
            size="md"
            leftSection={<IconArrowsSplit2 size={18} aria-hidden />}
            onClick={() => onAssign(shares, counts.size === 1 ? nameOf(byId.get([...counts.keys()][0] ?? '')) : null)}
          >
            {text.shareOut}
          </Button>
          <p className={styles.hint}>{parts}</p>
        </div>
      ) : null}
      <ul className={styles.people} aria-label={text.people}>
        {suggestionsForAll(sites, candidates).map((suggestion) => {
          const person = byId.get(suggestion.candidate.id)
          if (!person) return null
          return (
            <li key={person.IDPERSONNEL}>
              <UnstyledButton
                className={styles.person ?? ''}
                onClick={() => onAssign(new Map(sites.map((site) => [site.id, person.IDPERSONNEL])), nameOf(person))}
              >
                <PersonAvatar person={person} />
                <span>
                  <span className={styles.who}>{nameOf(person)}</span>
                  <span className={styles.why}>{whyOf(suggestion, true)}</span>
                </span>
              </UnstyledButton>
            </li>
          )
        })}
      </ul>
      <p className={styles.hint}>{text.distanceHint}</p>
    </Sheet>
  )
}
