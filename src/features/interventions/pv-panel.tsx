import { Button } from '@mantine/core'
import { IconFileTypePdf, IconMail, IconSignature, IconThumbDown, IconThumbUp } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { serviceRefusal } from '../../../schemas/rules/demandes.ts'
import { reservesOf } from '../../../schemas/rules/intervention-site.ts'
import type { LocalRecord } from '../../../sync/store/local-record.ts'
import { useFileCommands, usePvMails } from '../../data/records/use-files.ts'
import { useSession } from '../../data/session/session.tsx'
import { useCanaux } from '../../data/session/use-canaux.ts'
import { useZone } from '../../data/session/use-zone.ts'
import { useOpenFile } from '../../domain/files/file-list.tsx'
import { managerRoute, mayOpen } from '../../domain/navigation/manager-routes.ts'
import { useMay } from '../../domain/personnels/use-staff.ts'
import { SyncChip } from '../../domain/records/record-sync.tsx'
import { interventionsText as text } from '../../text/interventions.ts'
import { resourceText } from '../../text/resource.ts'
import { formatInstant } from '../../ui/format/format.ts'
import { hrefProps } from '../../ui/navigation/href-props.ts'
import { paths } from '../../ui/navigation/paths.ts'
import { notices } from '../../ui/notices/notices.tsx'
import { Panel } from '../../ui/page/panel.tsx'
import styles from './intervention.module.css'
import { OtherQuoteNotice } from './other-devis-notice.tsx'
import type { InterventionFile } from './use-intervention-file.ts'
import type { Site } from './use-site.ts'

type Intervention = LocalRecord<'intervention'>

/** The signed minutes: signed here, opened, mailed, completed by the lifting of reserves (INT-01 … INT-03). */
export function PvPanel({ intervention, works }: { intervention: Intervention; works: InterventionFile }) {
  const { account } = useSession()
  const open = useOpenFile()
  const allowed = useMay()
  const { pv, files } = works
  if (files === undefined) return null
  const id = intervention.IDINTERVENTION
  const maySign = mayOpen(managerRoute('intervention/:id/sign'), account.roles)
  const left = reservesOf(intervention).some((reserve) => reserve.LEVEE === undefined)
  if (pv === null) {
    return (
      <Panel title={text.pv}>
        <OtherQuoteNotice id={id} other={works.other} />
        <p className={styles.hint}>{text.noPv}</p>
        {maySign ? (
          <Button
            component={Link}
            {...hrefProps(paths.signPv.href(id))}
            size="md"
            className={styles.wide ?? ''}
            leftSection={<IconSignature size={18} aria-hidden />}
          >
            {text.sign}
          </Button>
        ) : null}
      </Panel>
    )
  }
  return (
    <Panel title={text.pv} action={<SyncChip state={pv.state} />}>
      <p className={styles.hint}>{text.signed}</p>
      <div className={styles.buttons}>
        <Button
          size="md"
          leftSection={<IconFileTypePdf size={18} aria-hidden />}
          variant="default"
          onClick={() => void open(pv)}
        >
          {text.openPv}
        </Button>
        <MailButton intervention={intervention} mail={works.client?.MAIL ?? null} />
        {maySign && left && allowed('update', 'intervention') ? (
          <Button component={Link} {...hrefProps(paths.signPv.href(id, { levee: true }))} size="md" variant="default">
            {text.lift}
          </Button>
        ) : null}
      </div>
      <MailState interventionId={id} />
    </Panel>
  )
}

/** Asked for now or with no network: the mail is sent after the PV (FILE-8). */
function MailButton({ intervention, mail }: { intervention: Intervention; mail: string | null }) {
  const files = useFileCommands()
  const canaux = useCanaux()
  const ask = async (): Promise<void> => {
    const refusal = serviceRefusal('mail', canaux) ?? (mail === null ? text.noMail : null)
    if (refusal !== null) return notices.error(refusal)
    try {
      await files.mailPv(intervention.IDINTERVENTION)
      notices.success(text.mailAsked)
    } catch (error) {
      notices.failure(error)
    }
  }
  return (
    <Button size="md" variant="default" leftSection={<IconMail size={18} aria-hidden />} onClick={() => void ask()}>
      {text.mail}
    </Button>
  )
}

function MailState({ interventionId }: { interventionId: string }) {
  const [last] = usePvMails(interventionId) ?? []
  if (!last) return null
  const words =
    last.state === 'done'
      ? text.mailSent(last.recipient ?? '')
      : last.state === 'refused'
        ? text.mailRefused(Object.values(last.error?.errors ?? {})[0]?.[0] ?? last.error?.message ?? '')
        : text.mailPending
  return (
    <p className={styles.hint} role="status">
      {words}
    </p>
  )
}

/** The result of the works, good or bad: it ends the intervention (INT-03). */
export function FeedbackPanel({ intervention, site }: { intervention: Intervention; site: Site }) {
  const allowed = useMay()
  const zone = useZone()
  const { FEEDBACK, DATE_FEEDBACK } = intervention
  // Works that ended badly are done again, and end well.
  const asks = FEEDBACK !== 'bon' && allowed('feedback', 'intervention')
  if (FEEDBACK === null && !asks) return null
  return (
    <Panel title={text.feedback}>
      <p className={styles.hint}>
        {FEEDBACK === null
          ? text.feedbackText
          : text.feedbackGiven(
              resourceText.choices.FEEDBACK?.[FEEDBACK] ?? FEEDBACK,
              formatInstant(DATE_FEEDBACK, zone),
            )}
      </p>
      {asks ? (
        <div className={styles.buttons}>
          <Button
            size="md"
            leftSection={<IconThumbUp size={18} aria-hidden />}
            onClick={() => void site.feedback('bon')}
          >
            {text.good}
          </Button>
          {FEEDBACK === null ? (
            <Button
              size="md"
              variant="default"
              leftSection={<IconThumbDown size={18} aria-hidden />}
              onClick={() => void site.feedback('mauvais')}
            >
              {text.bad}
            </Button>
          ) : null}
        </div>
      ) : null}
    </Panel>
  )
}
