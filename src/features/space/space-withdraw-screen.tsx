import { Button } from '@mantine/core'
import { Link, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { AppError } from '../../../schemas/errors.ts'
import { withdrawalDeadline } from '../../../schemas/rules/withdrawal.ts'
import { Declared, Withdrawn } from '../../../schemas/space/decisions.ts'
import { SpaceOrder } from '../../../schemas/space/devis.ts'
import { useZone } from '../../data/session/use-zone.ts'
import { spaceText } from '../../text/space.ts'
import { formatDate } from '../../ui/format/format.ts'
import { paths } from '../../ui/navigation/paths.ts'
import { Failure } from '../../ui/page/failure.tsx'
import { askSpace } from './ask-space.ts'
import { endSentence } from './devis-state.ts'
import { EvidenceSummary } from './evidence-panel.tsx'
import { isRetractable } from './is-retractable.ts'
import { NeedsNetwork } from './needs-network.tsx'
import { saveText } from './save-file.ts'
import { Shown } from './shown.tsx'
import styles from './space.module.css'
import { Section, SpacePage } from './space-page.tsx'
import { useAction } from './use-action.ts'
import { useSeen } from './use-seen.ts'

const text = spaceText.withdrawal
const pathOf = (id: string): string => `/space/devis/${encodeURIComponent(id)}/withdrawal`

function Receipt({ withdrawn }: { withdrawn: Withdrawn }) {
  const number = withdrawn.NUMERO_DEVIS ?? ''
  return (
    <SpacePage title={text.done} step="done">
      <div className={styles.card} role="status">
        <p>{withdrawn.texte}</p>
        <p>{withdrawn.mail ? text.mailed : text.keepIt}</p>
        <Button variant="default" onClick={() => saveText(withdrawn.texte, text.file(number))}>
          {text.save}
        </Button>
      </div>
      <Button component={Link} to={paths.spaceOrder.href(withdrawn.IDDEVIS)}>
        {text.backToOrder}
      </Button>
      <Section title={spaceText.evidence.title}>
        <EvidenceSummary evidence={withdrawn.preuve} />
      </Section>
    </SpacePage>
  )
}

/** The server takes this declaration no more: it is older than an hour. */
const isExpired = (error: unknown): boolean => error instanceof AppError && error.errors?.token !== undefined

interface StepProps {
  order: SpaceOrder
  onDeclared: (declared: Declared | null) => void
  onWithdrawn: (withdrawn: Withdrawn) => void
  declared: Declared | null
}

/** First « renoncer au contrat ici », then « confirmer la rétractation »: exactly two steps. */
function Steps({ order, declared, onDeclared, onWithdrawn }: StepProps) {
  const zone = useZone()
  const { busy, failure, run } = useAction()
  const { IDDEVIS, DATE_SIGNATURE } = order
  const limit = declared?.DATE_LIMITE ?? withdrawalDeadline(DATE_SIGNATURE ?? '', zone)
  const declare = () =>
    run(async () => {
      onDeclared(await askSpace(Declared, pathOf(IDDEVIS), { method: 'POST', body: { step: 'declare' } }))
    })
  const confirm = (token: string) =>
    run(async () => {
      const body = { step: 'confirm', token }
      try {
        onWithdrawn(await askSpace(Withdrawn, pathOf(IDDEVIS), { method: 'POST', body }))
      } catch (error) {
        // The first step again: another declaration has its own hour.
        if (isExpired(error)) onDeclared(null)
        throw error
      }
    })
  return (
    <SpacePage
      title={text.title}
      subtitle={declared ? text.second : text.first}
      step={declared ? 'confirm' : 'declare'}
    >
      <NeedsNetwork what={text.what}>
        <Failure>{failure}</Failure>
        {declared ? (
          <div className={styles.actions}>
            <p>{text.statement}</p>
            <blockquote className={styles.statement}>{declared.texte}</blockquote>
            <Button color="rouge" loading={busy} onClick={() => void confirm(declared.token)}>
              {text.confirm}
            </Button>
          </div>
        ) : (
          <div className={styles.actions}>
            <p>{text.explain(order.NUMERO_DEVIS ?? '', formatDate(limit))}</p>
            <Button loading={busy} onClick={() => void declare()}>
              {text.declare}
            </Button>
          </div>
        )}
        <Button component={Link} to={paths.spaceOrder.href(IDDEVIS)} variant="default">
          {text.cancel}
        </Button>
      </NeedsNetwork>
    </SpacePage>
  )
}

/** @param said how the contract has ended; null where its time to withdraw is over */
function Over({ id, said }: { id: string; said: string | null }) {
  return (
    <SpacePage title={text.title} step="over">
      <p className={styles.notice} role="status">
        {said ?? text.over}
      </p>
      <Button component={Link} to={paths.spaceOrder.href(id)}>
        {text.backToOrder}
      </Button>
    </SpacePage>
  )
}

/** `/space/commande/{id}/retractation`. */
export function SpaceWithdrawScreen() {
  const { id = '' } = useParams({ strict: false })
  const zone = useZone()
  const reading = useSeen(`/space/commande/${encodeURIComponent(id)}`, SpaceOrder)
  const [declared, setDeclared] = useState<Declared | null>(null)
  const [withdrawn, setWithdrawn] = useState<Withdrawn | null>(null)
  if (withdrawn) return <Receipt withdrawn={withdrawn} />
  return (
    <Shown reading={reading} title={text.title}>
      {(order) => {
        // A withdrawal that was declared in time may be confirmed after midnight.
        const open = declared !== null ? order.etat === 'signe' : isRetractable(order, reading.state, zone)
        // A confirmation whose answer was lost is read here: its customer must not conclude that it failed.
        if (!open) return <Over id={id} said={endSentence(order, zone)} />
        return <Steps order={order} declared={declared} onDeclared={setDeclared} onWithdrawn={setWithdrawn} />
      }}
    </Shown>
  )
}
