import { Anchor, Button, Text } from '@mantine/core'
import { IconMail, IconMessage } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { annonceRefusal, customerAnswer } from '../../../schemas/rules/annonces.ts'
import { CANAUX_REPONSE, serviceRefusal } from '../../../schemas/rules/demandes.ts'
import { isClosed } from '../../../schemas/rules/project-lists.ts'
import { genreOf } from '../../../schemas/rules/what-to-tell.ts'
import type { LocalRecord } from '../../../sync/store/local-record.ts'
import { useRecords } from '../../data/records/use-records.ts'
import { useCanaux } from '../../data/session/use-canaux.ts'
import { useNow } from '../../data/session/use-now.ts'
import { useZone } from '../../data/session/use-zone.ts'
import { useSync } from '../../data/sync-status/sync-context.ts'
import { useMay } from '../../domain/personnels/use-staff.ts'
import { ANSWER_COLORS } from '../../domain/rdv/answer-chip.tsx'
import { useTellClient } from '../../domain/rdv/use-tell-client.ts'
import { rdvText } from '../../text/rdv.ts'
import { formatDateTime, formatInstant } from '../../ui/format/format.ts'
import { paths } from '../../ui/navigation/paths.ts'
import { useBusy } from '../../ui/notices/use-busy.ts'
import { Panel } from '../../ui/page/panel.tsx'
import { StateChip } from '../../ui/page/state-chip.tsx'
import styles from './rdv.module.css'

const text = rdvText.tell
const ICONS = { mail: IconMail, sms: IconMessage } as const

/** What the customer was told of the appointment, latest first. */
function History({ rdv, zone }: { rdv: LocalRecord<'rdv'>; zone: string }) {
  const people = useRecords(
    'personnel',
    rdv.ANNONCES.flatMap(({ IDPERSONNEL }) => IDPERSONNEL ?? []),
  )
  if (rdv.ANNONCES.length === 0) return <p className={styles.hint}>{text.none}</p>
  return (
    <ul className={styles.told} aria-label={text.history}>
      {rdv.ANNONCES.toReversed().map(({ id, GENRE, CANAL, LE, IDPERSONNEL }) => {
        const Icon = ICONS[CANAL]
        const who = IDPERSONNEL === undefined ? text.byItself : (people?.get(IDPERSONNEL)?.NOM_COMPLET ?? '')
        return (
          <li key={id}>
            <Icon size={16} aria-hidden />
            <span>{text.one(GENRE, CANAL, who)}</span>
            <span className={styles.muted}>{formatInstant(LE, zone)}</span>
          </li>
        )
      })}
    </ul>
  )
}

/** The appointment's customer: what they answered, what they were told, and how they are told now, with the reason where they cannot be. */
export function TellPanel({
  rdv,
  client,
  projet,
}: {
  rdv: LocalRecord<'rdv'>
  client: LocalRecord<'client'>
  projet?: LocalRecord<'projet'> | null | undefined
}) {
  const zone = useZone()
  const now = useNow()
  const allowed = useMay()
  const canaux = useCanaux()
  const { tell } = useTellClient()
  const { busy, whileBusy } = useBusy()
  const { online } = useSync().status
  const answer = customerAnswer(rdv)
  const genre = genreOf(rdv)
  const stopped = projet ? isClosed(projet) : false
  const refusals = CANAUX_REPONSE.map((canal) => ({
    canal,
    refusal: serviceRefusal(canal, canaux) ?? annonceRefusal(canal, { genre, rdv, client, now, stopped }),
  }))
  const reasons = [...new Set(refusals.flatMap(({ refusal }) => refusal ?? []))]
  return (
    <Panel title={text.title}>
      {answer ? (
        <p className={styles.answer}>
          <StateChip label={text.answers[answer.ETAT]} color={ANSWER_COLORS[answer.ETAT]} />
          <span className={styles.muted}>{formatInstant(answer.LE, zone)}</span>
          {answer.IDDEMANDE && allowed('take', 'demande') ? (
            <Anchor component={Link} size="sm" to={paths.demandes.one(answer.IDDEMANDE)}>
              {text.request}
            </Anchor>
          ) : null}
        </p>
      ) : null}
      {rdv.REPONSE_CLIENT?.SOUHAITS ? (
        <p className={styles.answer}>
          <span className={styles.muted}>{text.wished(rdv.REPONSE_CLIENT.SOUHAITS.map(formatDateTime))}</span>
          {/* After a move the answer is to the former time, and no longer shown above with its link. */}
          {answer === null && rdv.REPONSE_CLIENT.IDDEMANDE && allowed('take', 'demande') ? (
            <Anchor component={Link} size="sm" to={paths.demandes.one(rdv.REPONSE_CLIENT.IDDEMANDE)}>
              {text.request}
            </Anchor>
          ) : null}
        </p>
      ) : null}
      {allowed('notify', 'rdv') ? (
        <>
          <div className={styles.canaux}>
            {refusals.map(({ canal, refusal }) => {
              const Icon = ICONS[canal]
              return (
                <Button
                  key={canal}
                  variant="default"
                  size="md"
                  disabled={refusal !== null || busy}
                  leftSection={<Icon size={18} aria-hidden />}
                  aria-label={text.action(genre, canal)}
                  onClick={() => void whileBusy(() => tell(rdv.IDRDV, canal))}
                >
                  {text.canaux[canal]}
                </Button>
              )
            })}
          </div>
          <p className={styles.hint}>{reasons.length > 0 ? reasons.join(' ') : text.hints[genre]}</p>
          {online ? null : (
            <Text size="sm" c="dimmed">
              {text.offline}
            </Text>
          )}
        </>
      ) : null}
      <History rdv={rdv} zone={zone} />
    </Panel>
  )
}
