import { UnstyledButton } from '@mantine/core'
import type { LocalRecord } from '../../../sync/store/local-record.ts'
import { giveText as text } from '../../text/give.ts'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { Sheet } from '../../ui/page/sheet.tsx'
import { PersonAvatar } from '../personnels/person-avatar.tsx'
import { useSellers } from '../personnels/use-sellers.ts'
import { useNames } from '../records/use-names.ts'
import styles from './projets.module.css'
import { useGive } from './use-give.ts'

/** To whom these projects are given: one tap does it, « Annuler » is offered for some seconds. */
export function GiveSheet({
  projets,
  onGiven,
  onClose,
}: {
  projets: readonly LocalRecord<'projet'>[]
  onGiven: () => void
  onClose: () => void
}) {
  const sellers = useSellers()
  const names = useNames()
  const { give, progress } = useGive()
  const heldBy = (id: string): number => projets.filter((one) => one.IDRESPONSABLEPROJET === id).length
  const act = async (person: LocalRecord<'personnel'>): Promise<void> => {
    await give(projets, { id: person.IDPERSONNEL, name: person.NOM_COMPLET ?? person.NOM })
    onGiven()
  }
  return (
    <Sheet opened onClose={onClose} title={text.sheet(projets.length)}>
      <p className={styles.hint}>{text.hint}</p>
      <p aria-live="polite" className={progress ? styles.hint : 'visually-hidden'}>
        {progress ? text.running(progress.done, progress.of) : ''}
      </p>
      {sellers?.length === 0 ? <EmptyState text={text.nobody} /> : null}
      <ul className={styles.people} aria-label={text.people}>
        {sellers?.map((person) => (
          <li key={person.IDPERSONNEL}>
            <UnstyledButton
              className={styles.person ?? ''}
              disabled={progress !== null}
              onClick={() => void act(person)}
            >
              <PersonAvatar person={person} />
              <span>
                <span className={styles.who}>{person.NOM_COMPLET ?? person.NOM}</span>
                <span className={styles.facts}>
                  {[
                    person.IDAGENCE ? names.entry(person.IDAGENCE) : null,
                    text.already(heldBy(person.IDPERSONNEL), projets.length),
                  ]
                    .filter(Boolean)
                    .join(' · ')}
                </span>
              </span>
            </UnstyledButton>
          </li>
        ))}
      </ul>
    </Sheet>
  )
}
