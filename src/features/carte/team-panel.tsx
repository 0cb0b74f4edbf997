import { Button } from '@mantine/core'
import { spanOf } from '../../domain/absences/span.ts'
import styles from '../../domain/map/map.module.css'
import { PersonAvatar } from '../../domain/personnels/person-avatar.tsx'
import type { TakenMember, TeamMember, TeamPlaces } from '../../domain/personnels/use-team-location.ts'
import { DateField } from '../../forms/fields/date-field.tsx'
import { TimeField } from '../../forms/fields/time-field.tsx'
import { mapText as text } from '../../text/map.ts'
import { CallButton } from '../../ui/contact/call-button.tsx'
import { formatTimeRange } from '../../ui/format/format.ts'
import { RowLink } from '../../ui/list/row-link.tsx'
import { paths } from '../../ui/navigation/paths.ts'
import { EmptyState } from '../../ui/page/empty-state.tsx'

export const nameOf = ({ person }: Pick<TeamMember, 'person'>): string => person.NOM_COMPLET ?? person.NOM
export const whatOf = ({ kind, objet, debut, fin }: TeamMember): string =>
  `${objet || text.teamWhat[kind]}, ${kind === 'absence' ? spanOf({ debut, fin }) : formatTimeRange(debut, fin)}`

function Member({ member }: { member: TeamMember }) {
  const { person, adresse, kind, id } = member
  const phone = person.TELEPHONE_PORTABLE
  return (
    <div className={styles.row}>
      <PersonAvatar person={person} size={36} />
      <div className={styles.words}>
        <RowLink href={paths.resource.view(kind, id)} className={styles.name}>
          {nameOf(member)}
        </RowLink>
        <div className={`one-line ${styles.facts}`}>{whatOf(member)}</div>
        {kind === 'absence' ? null : (
          <div className={`one-line ${styles.facts}`}>{adresse?.ADRESSE_COMPLETE ?? text.teamNoPlace}</div>
        )}
      </div>
      {phone ? <CallButton phone={phone} label={text.call(nameOf(member))} className={styles.call} /> : null}
    </div>
  )
}

/** Who is taken by what the reader may not see: until when, and how to call them. */
function Taken({ member }: { member: TakenMember }) {
  const { person, debut, fin } = member
  const phone = person.TELEPHONE_PORTABLE
  return (
    <div className={styles.row}>
      <PersonAvatar person={person} size={36} />
      <div className={styles.words}>
        <div className={styles.name}>{nameOf(member)}</div>
        <div className={`one-line ${styles.facts}`}>
          {member.kind === 'absence'
            ? `${text.teamWhat.absence}, ${spanOf({ debut, fin })}`
            : formatTimeRange(debut, fin)}
        </div>
      </div>
      {phone ? <CallButton phone={phone} label={text.call(nameOf(member))} className={styles.call} /> : null}
    </div>
  )
}

/** The places of the team at a time (GEO-05), in words. */
export function TeamPanel({
  time,
  isNow,
  places,
  onTime,
}: {
  /** `yyyy-MM-dd HH:mm` on the company's clock. */
  time: string
  isNow: boolean
  places: TeamPlaces | undefined
  /** null for the present time. */
  onTime: (time: string | null) => void
}) {
  const [day = '', hour = ''] = time.split(' ')
  return (
    <>
      <div className={styles.when}>
        <DateField
          label={text.teamDay}
          hideLabel
          value={day}
          onChange={(next) => onTime(next === '' ? null : `${next} ${hour}`)}
          required
        />
        <TimeField
          label={text.teamTime}
          value={hour}
          onChange={(next) => onTime(next === '' ? null : `${day} ${next}`)}
        />
      </div>
      {isNow ? null : (
        <Button variant="default" onClick={() => onTime(null)}>
          {text.now}
        </Button>
      )}
      {places?.members.length === 0 && places.taken.length === 0 ? <EmptyState text={text.teamNobody} /> : null}
      {places && places.members.length > 0 ? (
        <ul className={`surface ${styles.rows}`} aria-label={text.teamListLabel}>
          {places.members.map((member) => (
            <li key={`${member.kind} ${member.id} ${member.IDPERSONNEL}`}>
              <Member member={member} />
            </li>
          ))}
        </ul>
      ) : null}
      {places && places.taken.length > 0 ? (
        <>
          <h2 className={styles.taken} id="carte-occupes">
            {text.teamTaken}
          </h2>
          <ul className={`surface ${styles.rows}`} aria-labelledby="carte-occupes">
            {places.taken.map((member) => (
              <li key={`${member.kind} ${member.IDPERSONNEL} ${member.debut}`}>
                <Taken member={member} />
              </li>
            ))}
          </ul>
        </>
      ) : null}
    </>
  )
}
