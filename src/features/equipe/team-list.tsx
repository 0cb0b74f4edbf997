import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useLabels } from '../../data/session/session.tsx'
import { spanOf } from '../../domain/absences/span.ts'
import { PersonAvatar } from '../../domain/personnels/person-avatar.tsx'
import { TaskRow } from '../../domain/records/task-row.tsx'
import { useNames } from '../../domain/records/use-names.ts'
import { equipeText as text } from '../../text/equipe.ts'
import { resourceText } from '../../text/resource.ts'
import { ContactIcons } from '../../ui/contact/contact-icons.tsx'
import { formatTime } from '../../ui/format/format.ts'
import { useDesktop } from '../../ui/hooks/desktop.ts'
import { VirtualList } from '../../ui/list/virtual-list.tsx'
import { paths } from '../../ui/navigation/paths.ts'
import { StateChip } from '../../ui/page/state-chip.tsx'
import styles from './equipe.module.css'
import type { Located, Member } from './use-team.ts'

const ROW_PHONE = 140
const ROW_DESKTOP = 84

function Presence({ member }: { member: Member }) {
  if (member.now) {
    const { kind, id } = member.now.stay
    if (kind === 'absence') return <StateChip label={text.absent} color="grey" />
    if (id === null) return <StateChip label={text.taken} color="grey" />
    return <StateChip label={text.busy[kind]} color={kind === 'rdv' ? 'blue' : 'orange'} />
  }
  return <StateChip label={member.known ? text.free : text.unknown} color={member.known ? 'green' : 'grey'} />
}

/** The present appointment or works, with a link to them; of a time out of sight only its end. */
function Now({ now: { stay, words } }: { now: Located }) {
  const until = stay.kind === 'absence' ? spanOf(stay) : text.until(formatTime(stay.fin))
  if (stay.id === null) return stay.kind === 'absence' ? until : text.takenUntil(formatTime(stay.fin))
  return (
    <Link to={paths.resource.view(stay.kind, stay.id)} className={styles.where ?? ''}>
      {[words, until].filter(Boolean).join(' · ')}
    </Link>
  )
}

function MemberRow({ member }: { member: Member }) {
  const { person, now, next } = member
  const labels = useLabels()
  const names = useNames()
  const roleOf = (role: string): string =>
    labels.roles.find((one) => one.name === role)?.common_name ?? resourceText.choices.ROLES?.[role] ?? role
  const phone = person.TELEPHONE_PORTABLE
  const name = person.NOM_COMPLET ?? person.NOM
  return (
    <TaskRow
      lead={<PersonAvatar person={person} />}
      title={name}
      href={paths.resource.view('personnel', person.IDPERSONNEL)}
      sync={person.sync.state}
      reason={<Presence member={member} />}
      lines={[
        [person.ROLES.map(roleOf).join(', '), person.IDAGENCE ? names.entry(person.IDAGENCE) : null]
          .filter(Boolean)
          .join(' · '),
        now ? <Now key="now" now={now} /> : null,
        next ? text.next(formatTime(next.stay.debut), next.words) : null,
      ]}
      actions={<ContactIcons name={name} phone={phone} mobile={phone} email={person.MAIL} place={now?.place} />}
    />
  )
}

/** The team, each person with their place and buttons to reach them. */
export function TeamList({ members, head }: { members: readonly Member[]; head: ReactNode }) {
  const desktop = useDesktop()
  return (
    <VirtualList
      items={members}
      estimate={desktop ? ROW_DESKTOP : ROW_PHONE}
      keyOf={({ person }) => person.IDPERSONNEL}
      label={text.list}
      head={head}
      row={(member) => <MemberRow member={member} />}
    />
  )
}
