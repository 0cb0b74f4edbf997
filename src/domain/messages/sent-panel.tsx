import { Button } from '@mantine/core'
import { IconMail, IconMessage } from '@tabler/icons-react'
import { MOST_SENT, type SentContract, type SentMessage, type SentState } from '../../../schemas/sent.ts'
import { useRecords } from '../../data/records/use-records.ts'
import { useZone } from '../../data/session/use-zone.ts'
import { sentText as text } from '../../text/sent.ts'
import { formatInstant, formatPhone } from '../../ui/format/format.ts'
import { Panel, PanelEmpty } from '../../ui/page/panel.tsx'
import { StateChip } from '../../ui/page/state-chip.tsx'
import { ReadingTrouble } from '../online/reading-trouble.tsx'
import styles from './sent.module.css'
import { type Sent, type SentSubject, useSent } from './use-sent.ts'

const ICONS = { mail: IconMail, sms: IconMessage } as const
const COLORS: Record<SentState, string> = {
  queued: 'orange',
  sending: 'orange',
  sent: 'green',
  recorded: 'grey',
  failed: 'red',
  unknown: 'red',
}

const addressOf = ({ CANAL, DESTINATAIRE }: SentMessage): string =>
  CANAL === 'sms' ? formatPhone(DESTINATAIRE) : DESTINATAIRE

interface RowProps {
  message: SentMessage
  who: string
  zone: string
}

/** What, to which address, when and by whom, and where it is. */
function SentRow({ message, who, zone }: RowProps) {
  const { CANAL, GENRE, OBJET, ETAT, RAISON, LE, ENVOYE_LE, OUVERT_LE } = message
  const Icon = ICONS[CANAL]
  const title = text.kinds[GENRE] || OBJET || text.channels[CANAL]
  return (
    <li className={styles.row}>
      <Icon size={18} aria-label={text.channels[CANAL]} />
      <span className={styles.words}>
        <span className={styles.what}>{title}</span>
        {OBJET && OBJET !== title ? <span className={styles.quiet}>{OBJET}</span> : null}
        <span className={styles.quiet}>
          {[addressOf(message), formatInstant(ENVOYE_LE ?? LE, zone), who].filter(Boolean).join(' · ')}
        </span>
        {RAISON ? <span className={styles.reason}>{RAISON}</span> : null}
        {OUVERT_LE ? <span className={styles.quiet}>{text.opened(formatInstant(OUVERT_LE, zone))}</span> : null}
      </span>
      {OUVERT_LE ? (
        <StateChip size="sm" label={text.openedShort} color="blue" />
      ) : (
        <StateChip size="sm" label={text.states[ETAT]} color={COLORS[ETAT]} />
      )}
    </li>
  )
}

/** Whether the customer has their copy of a signed quote. */
function contractSentence(mail: SentContract | null, zone: string): string {
  if (mail === null) return text.contract.none
  const { DESTINATAIRE, ETAT, ENVOYE_LE } = mail
  if (ETAT === 'sent') return text.contract.sent(DESTINATAIRE, formatInstant(ENVOYE_LE, zone))
  if (ETAT === 'queued' || ETAT === 'sending') return text.contract.waiting(DESTINATAIRE)
  return ETAT === 'unknown' ? text.contract.unknown(DESTINATAIRE) : text.contract.lost(DESTINATAIRE)
}

/** Made on this device, on its way to the server. */
function WaitingRow({ entry, zone }: { entry: Sent['waiting'][number]; zone: string }) {
  const { resource, createdAt } = entry
  const what = resource === 'devis' || resource === 'rdv' ? text.waiting[resource] : text.waiting.other
  return (
    <li className={styles.row}>
      <IconMail size={18} aria-hidden />
      <span className={styles.words}>
        <span className={styles.what}>{what}</span>
        <span className={styles.quiet}>{formatInstant(createdAt, zone)}</span>
      </span>
      <StateChip size="sm" label={text.waitingState} color="orange" />
    </li>
  )
}

/** « Envoyés » without a card of its own, for a tab. */
export function SentList({ subject }: { subject: SentSubject }) {
  return <Content sent={useSent(subject)} about={subject.resource} />
}

/** « Envoyés »: every mail and SMS to the customer about a record, with its state (DAY-15). Without a network, what is known here, with its age. */
export function SentPanel({ subject }: { subject: SentSubject }) {
  const sent = useSent(subject)
  const count = sent.known === null ? undefined : sent.known.total + sent.waiting.length
  return (
    <Panel title={text.title} count={count}>
      <Content sent={sent} about={subject.resource} />
    </Panel>
  )
}

function Content({ sent, about }: { sent: Sent; about: SentSubject['resource'] }) {
  const zone = useZone()
  const { known, waiting, trouble, more } = sent
  const people = useRecords(
    'personnel',
    (known?.data ?? []).flatMap(({ IDPERSONNEL }) => IDPERSONNEL ?? []),
  )
  const nameOf = (id: string | null): string => (id === null ? '' : (people?.get(id)?.NOM_COMPLET ?? ''))
  const left = known === null ? 0 : known.total - known.data.length
  return (
    <>
      {known === null ? <ReadingTrouble reading={sent} words={text.reading} /> : null}
      {known !== null && trouble !== null ? (
        <p className={styles.age} role="status">
          {text.asOf(formatInstant(known.at, zone))}
        </p>
      ) : null}
      {known?.CONTRAT === undefined ? null : <p className={styles.contract}>{contractSentence(known.CONTRAT, zone)}</p>}
      {known !== null && known.total + waiting.length === 0 ? <PanelEmpty text={text.empty[about]} /> : null}
      {waiting.length > 0 || (known?.data.length ?? 0) > 0 ? (
        <ul className={styles.list} aria-label={text.list}>
          {waiting.map((entry) => (
            <WaitingRow key={entry.id} entry={entry} zone={zone} />
          ))}
          {known?.data.map((message) => (
            <SentRow key={message.id} message={message} who={nameOf(message.IDPERSONNEL)} zone={zone} />
          ))}
        </ul>
      ) : null}
      {left > 0 && trouble === null && (known?.data.length ?? 0) < MOST_SENT ? (
        <Button variant="subtle" size="compact-md" onClick={more}>
          {text.more(left)}
        </Button>
      ) : null}
    </>
  )
}
