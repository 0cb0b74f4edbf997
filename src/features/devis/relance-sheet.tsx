import { Text } from '@mantine/core'
import { IconMail, IconMessage, IconPhone } from '@tabler/icons-react'
import { useState } from 'react'
import { devis as devisEntity } from '../../../schemas/entities/devis.ts'
import { serviceRefusal } from '../../../schemas/rules/demandes.ts'
import { CANAUX, type Canal } from '../../../schemas/rules/relance.ts'
import { relanceRefusal } from '../../../schemas/rules/relances.ts'
import type { LocalRecord } from '../../../sync/store/local-record.ts'
import { useCommands } from '../../data/records/use-commands.ts'
import { useRecords } from '../../data/records/use-records.ts'
import { useCanaux } from '../../data/session/use-canaux.ts'
import { useNow } from '../../data/session/use-now.ts'
import { useZone } from '../../data/session/use-zone.ts'
import { useSync } from '../../data/sync-status/sync-context.ts'
import { useHeldNotice } from '../../domain/records/use-held-notice.ts'
import { devisFollowText } from '../../text/devis.ts'
import { contactLinks } from '../../ui/contact/contact-links.ts'
import { formatInstant } from '../../ui/format/format.ts'
import { notices } from '../../ui/notices/notices.tsx'
import { Sheet } from '../../ui/page/sheet.tsx'
import styles from './devis.module.css'

const text = devisFollowText.relance
const ICONS = { mail: IconMail, sms: IconMessage, telephone: IconPhone } as const

/** Every reminder of a quote, latest first. */
export function RelanceHistory({ devis }: { devis: LocalRecord<'devis'> }) {
  const zone = useZone()
  const people = useRecords(
    'personnel',
    devis.RELANCES.map((one) => one.IDPERSONNEL),
  )
  if (devis.RELANCES.length === 0) return <p className={styles.quiet}>{text.none}</p>
  return (
    <ul className={styles.history} aria-label={text.history}>
      {devis.RELANCES.toReversed().map((one) => {
        const Icon = ICONS[one.CANAL]
        return (
          <li key={one.id}>
            <Icon size={16} aria-hidden />
            <span>{text.one(one.CANAL, people?.get(one.IDPERSONNEL)?.NOM_COMPLET ?? '')}</span>
            <span className={styles.when}>{formatInstant(one.LE, zone)}</span>
          </li>
        )
      })}
    </ul>
  )
}

interface ChoiceProps {
  canal: Canal
  refusal: string | null
  href: string | null
  onChoose: (canal: Canal) => void
}

/** One way to remind: large enough for a thumb, with the reason when it is disabled. A call is a link: the phone opens. */
function Choice({ canal, refusal, href, onChoose }: ChoiceProps) {
  const Icon = ICONS[canal]
  const words = (
    <>
      <Icon size={22} aria-hidden />
      <span className={styles.choiceWords}>
        <span className={styles.choiceTitle}>{text.canaux[canal]}</span>
        <span className={styles.choiceHint}>{refusal ?? text.hints[canal]}</span>
      </span>
    </>
  )
  if (href !== null && refusal === null) {
    return (
      <a className={styles.choice} href={href} onClick={() => onChoose(canal)}>
        {words}
      </a>
    )
  }
  return (
    <button type="button" className={styles.choice} disabled={refusal !== null} onClick={() => onChoose(canal)}>
      {words}
    </button>
  )
}

/** Reminds the customer of a pending quote by mail, SMS or telephone. Stored here at once; the server sends mails and SMS. */
export function RelanceSheet({
  devis,
  client,
  onClose,
}: {
  devis: LocalRecord<'devis'>
  client: LocalRecord<'client'>
  onClose: () => void
}) {
  const commands = useCommands()
  const tell = useHeldNotice()
  const day = useNow().slice(0, 10)
  const { status } = useSync()
  const [saving, setSaving] = useState(false)
  const phone = client.PORTABLE || client.TELEPHONE
  const canaux = useCanaux()
  const refusalOf = (canal: Canal): string | null =>
    (canal === 'telephone' ? null : serviceRefusal(canal, canaux)) ?? relanceRefusal(canal, { devis, client, day })

  const choose = async (canal: Canal): Promise<void> => {
    if (saving) return
    setSaving(true)
    try {
      await commands.relance(devis.IDDEVIS, canal)
      if (canal === 'telephone') notices.success(text.done[canal])
      else tell({ message: text.done[canal], resource: 'devis', id: devis.IDDEVIS, action: 'relance' })
      onClose()
    } catch (error) {
      notices.failure(error)
      setSaving(false)
    }
  }

  return (
    <Sheet opened onClose={onClose} title={text.title(devisEntity.label(devis))}>
      <div className={styles.choices}>
        {CANAUX.map((canal) => (
          <Choice
            key={canal}
            canal={canal}
            refusal={refusalOf(canal)}
            href={canal === 'telephone' && phone ? contactLinks.call(phone) : null}
            onChoose={(one) => void choose(one)}
          />
        ))}
      </div>
      {status.online ? null : (
        <Text size="sm" c="dimmed" mt={8}>
          {text.offline}
        </Text>
      )}
      <h3 className={styles.historyTitle}>{text.history}</h3>
      <RelanceHistory devis={devis} />
    </Sheet>
  )
}
