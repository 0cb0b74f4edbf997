import { Button } from '@mantine/core'
import { IconSend } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { Issue } from '../../../schemas/entity.ts'
import { canGetCode } from '../../../schemas/rules/code-number.ts'
import { isDraft, isPending } from '../../../schemas/rules/devis.ts'
import { transmissionIssues } from '../../../schemas/rules/devis-mentions.ts'
import { PROJECT_STOPPED } from '../../../schemas/rules/stopped.ts'
import { isVariantSigned } from '../../../schemas/rules/variants.ts'
import type { LocalRecord } from '../../../sync/store/local-record.ts'
import { useCommands } from '../../data/records/use-commands.ts'
import { useCanaux } from '../../data/session/use-canaux.ts'
import { useNow } from '../../data/session/use-now.ts'
import { useZone } from '../../data/session/use-zone.ts'
import { variantName } from '../../domain/devis/variant-name.ts'
import { useMay } from '../../domain/personnels/use-staff.ts'
import { useHeldNotice } from '../../domain/records/use-held-notice.ts'
import { devisFollowText } from '../../text/devis.ts'
import { variantesText } from '../../text/variantes.ts'
import { formatInstant } from '../../ui/format/format.ts'
import { paths } from '../../ui/navigation/paths.ts'
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

interface NotGivenProps {
  devis: Devis
  parties: QuoteParties
  /** It was given before, and another quote was signed since. */
  again: boolean
  /** Its other variants that were not given either, with their names. */
  drafts: readonly { devis: Devis; name: string }[]
}

function NotGiven({ devis, parties, again, drafts }: NotGivenProps) {
  const commands = useCommands()
  const tell = useHeldNotice()
  const { busy: saving, whileBusy } = useBusy()
  const day = useNow().slice(0, 10)
  const issuesOf = (one: Devis): Issue[] => transmissionIssues(mentionsOf(one, parties), day)
  const issues = issuesOf(devis)
  const unready = drafts.filter((one) => issuesOf(one.devis).length > 0)
  const together = [devis.IDDEVIS, ...drafts.map((one) => one.devis.IDDEVIS)]
  const { MAIL } = parties.client
  const canaux = useCanaux()
  const hasMail = canaux.includes('mail')
  const noCode = !canaux.includes('sms') ? text.noSms : canGetCode(parties.client) ? null : text.noMobile
  const transmit = (ids: readonly string[]) =>
    whileBusy(async () => {
      await commands.together(async (one) => {
        for (const id of ids) await one.transmit(id)
      })
      const message = ids.length > 1 ? variantesText.transmit.done(ids.length) : text.done
      tell({ message, resource: 'devis', id: ids, action: 'transmit' })
    })
  const isAll = drafts.length > 0 && unready.length === 0 && issues.length === 0
  return (
    <>
      {again ? <p className={styles.quiet}>{text.otherSigned}</p> : null}
      {issues.length > 0 ? (
        <Missing issues={issues} devis={devis} parties={parties} />
      ) : (
        <p className={styles.quiet}>
          {text.ready} {!hasMail ? text.noMailServer : MAIL ? text.byMail(MAIL) : text.noMail} {noCode}
        </p>
      )}
      {unready.map((one) => (
        <p key={one.devis.IDDEVIS} className={styles.quiet}>
          <Link to={paths.resource.view('devis', one.devis.IDDEVIS)}>{variantesText.transmit.notReady(one.name)}</Link>
        </p>
      ))}
      {isAll ? (
        <>
          {MAIL && hasMail ? <p className={styles.quiet}>{variantesText.transmit.oneMail}</p> : null}
          <Button
            size="md"
            fullWidth
            mb={8}
            leftSection={<IconSend size={18} />}
            loading={saving}
            onClick={() => void transmit(together)}
          >
            {variantesText.transmit.all(together.length)}
          </Button>
        </>
      ) : null}
      <Button
        size="md"
        fullWidth
        {...(isAll ? { variant: 'default' } : { leftSection: <IconSend size={18} /> })}
        disabled={issues.length > 0}
        loading={saving}
        onClick={() => void transmit([devis.IDDEVIS])}
      >
        {isAll ? variantesText.transmit.alone : again ? text.again : text.action}
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
  stopped,
  variants,
}: {
  devis: Devis
  parties: QuoteParties | null | undefined
  /** Its customer has signed another quote of the project since: it is only proposed again, on purpose. */
  otherSigned: boolean
  /** Its project was stopped: it is neither sent nor reminded of. */
  stopped: boolean
  /** The variants of the quote, itself included. */
  variants: readonly Devis[]
}) {
  const allowed = useMay()
  if (!isPending(devis) || !parties || !allowed('transmit', 'devis')) return null
  const drafts = variants
    .map((one, at) => ({ devis: one, name: variantName(one, at) }))
    .filter((one) => one.devis.IDDEVIS !== devis.IDDEVIS && isDraft(one.devis))
  return (
    <Panel title={text.title}>
      {stopped ? (
        <>
          <p className={styles.quiet}>{PROJECT_STOPPED}</p>
          <div className={styles.historyBlock}>
            <RelanceHistory devis={devis} />
          </div>
        </>
      ) : isVariantSigned(devis, variants) ? (
        <p className={styles.quiet}>{variantesText.transmit.otherSigned}</p>
      ) : devis.DATE_TRANSMISSION === null || otherSigned ? (
        <NotGiven devis={devis} parties={parties} again={otherSigned} drafts={drafts} />
      ) : (
        <Given devis={devis} client={parties.client} />
      )}
    </Panel>
  )
}
