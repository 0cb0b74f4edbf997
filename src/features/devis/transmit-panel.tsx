import { Button } from '@mantine/core'
import { IconSend } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { Issue } from '../../../schemas/entity.ts'
import { isPending } from '../../../schemas/rules/devis.ts'
import { missingMentions } from '../../../schemas/rules/devis-mentions.ts'
import type { LocalRecord } from '../../../sync/store/local-record.ts'
import { useCommands } from '../../data/records/use-commands.ts'
import { useZone } from '../../data/session/use-zone.ts'
import { useMay } from '../../domain/personnels/use-staff.ts'
import { useHeldNotice } from '../../domain/records/use-held-notice.ts'
import { devisFollowText } from '../../text/devis.ts'
import { formatInstant } from '../../ui/format/format.ts'
import { useBusy } from '../../ui/notices/use-busy.ts'
import { Panel } from '../../ui/page/panel.tsx'
import styles from './devis.module.css'
import { mentionHref, mentionsOf, type QuoteParties } from './devis-parties.ts'
import { RelanceHistory, RelanceSheet } from './relance-sheet.tsx'
import { SignNow } from './sign-now.tsx'

const text = devisFollowText.transmit

type Devis = LocalRecord<'devis'>

/** The legal mentions that the quote lacks, each with a link to the page where it is filled in. */
function Missing({ issues, devis, parties }: { issues: readonly Issue[]; devis: Devis; parties: QuoteParties }) {
  return (
    <>
      <p className={styles.missingTitle}>{text.missing(issues.length)}</p>
      <ul className={styles.missing} aria-label={text.list}>
        {issues.map(({ field, message }) => {
          const href = mentionHref(field, devis, parties)
          return (
            <li key={message}>
              <span>{message}</span>
              {href === null ? (
                <span className={styles.missingAdmin}>{text.admin}</span>
              ) : (
                <Button component={Link} to={href} variant="subtle" size="compact-md" aria-label={text.fillOf(message)}>
                  {text.fill}
                </Button>
              )}
            </li>
          )
        })}
      </ul>
    </>
  )
}

function NotGiven({ devis, parties, again }: { devis: Devis; parties: QuoteParties; again: boolean }) {
  const commands = useCommands()
  const tell = useHeldNotice()
  const { busy: saving, whileBusy } = useBusy()
  const issues = missingMentions(mentionsOf(devis, parties))
  const { MAIL } = parties.client
  const transmit = () =>
    whileBusy(async () => {
      await commands.transmit(devis.IDDEVIS)
      tell({ message: text.done, resource: 'devis', id: devis.IDDEVIS, action: 'transmit' })
    })
  return (
    <>
      {again ? <p className={styles.quiet}>{text.otherSigned}</p> : null}
      {issues.length > 0 ? (
        <Missing issues={issues} devis={devis} parties={parties} />
      ) : (
        <p className={styles.quiet}>
          {text.ready} {MAIL ? text.byMail(MAIL) : text.noMail}
        </p>
      )}
      <Button
        size="md"
        fullWidth
        leftSection={<IconSend size={18} />}
        disabled={issues.length > 0}
        loading={saving}
        onClick={() => void transmit()}
      >
        {again ? text.again : text.action}
      </Button>
    </>
  )
}

function Given({ devis, client }: { devis: Devis; client: LocalRecord<'client'> }) {
  const zone = useZone()
  const [open, setOpen] = useState(false)
  return (
    <>
      <p className={styles.quiet}>
        {text.given(formatInstant(devis.DATE_TRANSMISSION, zone))}
        <br />
        {devis.DATE_CONSULTATION ? text.seen(formatInstant(devis.DATE_CONSULTATION, zone)) : text.unseen}
        {devis.sync.state === 'pending' ? (
          <>
            <br />
            {text.waiting}
          </>
        ) : null}
      </p>
      <SignNow devis={devis} />
      <Button size="md" variant="default" fullWidth mt={8} onClick={() => setOpen(true)}>
        {devisFollowText.relance.action}
      </Button>
      <div className={styles.historyBlock}>
        <RelanceHistory devis={devis} />
      </div>
      {open ? <RelanceSheet devis={devis} client={client} onClose={() => setOpen(false)} /> : null}
    </>
  )
}

/** A pending quote before and after its transmission: what prevents it, the transmission itself, then the reminders. */
export function TransmitPanel({
  devis,
  parties,
  otherSigned,
}: {
  devis: Devis
  parties: QuoteParties | null | undefined
  /** Its customer has signed another quote of the project since: it is only proposed again, on purpose. */
  otherSigned: boolean
}) {
  const allowed = useMay()
  if (!isPending(devis) || !parties || !allowed('transmit', 'devis')) return null
  return (
    <Panel title={text.title}>
      {devis.DATE_TRANSMISSION === null || otherSigned ? (
        <NotGiven devis={devis} parties={parties} again={otherSigned} />
      ) : (
        <Given devis={devis} client={parties.client} />
      )}
    </Panel>
  )
}
