import { Button, Progress, Text } from '@mantine/core'
import { IconDownload, IconMapDown, IconRefresh, IconTrash, IconX } from '@tabler/icons-react'
import { type ReactNode, useEffect, useState } from 'react'
import { useSync } from '../../data/sync-status/sync-context.ts'
import { mapText } from '../../text/map.ts'
import { formatBytes } from '../../ui/format/format.ts'
import { notices } from '../../ui/notices/notices.tsx'
import { Sheet } from '../../ui/page/sheet.tsx'
import styles from './map.module.css'
import { canKeepPacks } from './packs/pack-files.ts'
import {
  cancelPack,
  downloadPack,
  type PackRow,
  packRows,
  refreshKept,
  refreshOffered,
  removePack,
  usePacks,
} from './packs/packs.ts'

const text = mapText.packs

function factsOf({ state, pack, kept }: PackRow): string {
  const size = formatBytes(pack.size)
  if (state === 'whole') return text.whole(size)
  if (state === 'old') return text.old(size)
  if (state === 'running') return text.part(formatBytes(kept), size)
  return state === 'broken' ? text.broken(formatBytes(kept), size) : size
}

const GET = { offered: text.download, broken: text.resume, old: text.update } as const
const isGettable = (state: PackRow['state']): state is keyof typeof GET => state in GET

function Act(props: { action: string; name: string; icon: ReactNode; disabled?: boolean; onClick: () => void }) {
  return (
    <Button
      variant="default"
      leftSection={props.icon}
      aria-label={text.act(props.action, props.name)}
      disabled={props.disabled ?? false}
      onClick={props.onClick}
    >
      {props.action}
    </Button>
  )
}

function Row({ row, online }: { row: PackRow; online: boolean }) {
  const { pack, state, kept, problem } = row
  const { name } = pack
  const remove = async () => {
    if (await notices.confirm({ message: text.confirmRemove(name) })) await removePack(name)
  }
  const failed = (error: unknown): void => notices.failure(error)
  return (
    <li className={styles.pack}>
      <div className={styles.packName}>{name}</div>
      <div className={styles.facts}>{factsOf(row)}</div>
      {state === 'running' ? (
        <Progress size="sm" value={(100 * kept) / pack.size} aria-label={text.progress(name)} />
      ) : null}
      {problem ? (
        <Text size="sm" fw={600} role="status">
          {text.problems[problem]}
        </Text>
      ) : null}
      <div className={styles.actions}>
        {isGettable(state) ? (
          <Act
            action={GET[state]}
            name={name}
            icon={state === 'old' ? <IconRefresh size={18} /> : <IconDownload size={18} />}
            disabled={!online}
            onClick={() => void downloadPack(pack).catch(failed)}
          />
        ) : null}
        {state === 'running' ? (
          <Act action={text.cancel} name={name} icon={<IconX size={18} />} onClick={() => cancelPack(name)} />
        ) : null}
        {state === 'whole' || state === 'old' || state === 'broken' ? (
          <Act
            action={text.remove}
            name={name}
            icon={<IconTrash size={18} />}
            onClick={() => void remove().catch(failed)}
          />
        ) : null}
      </div>
    </li>
  )
}

/** The detailed maps that this device keeps: the person chooses them by département, because they are large. */
function OfflineMapsSheet({ onClose }: { onClose: () => void }) {
  const packs = usePacks()
  const { online } = useSync().status
  useEffect(() => void refreshKept(), [])
  useEffect(() => {
    if (online) void refreshOffered()
  }, [online])
  const rows = packRows(packs)
  const supported = canKeepPacks()
  return (
    <Sheet opened onClose={onClose} title={text.title}>
      <p className={styles.packIntro}>{supported ? text.intro : text.unsupported}</p>
      {online ? null : (
        <Text size="sm" role="status">
          {text.offline}
        </Text>
      )}
      {supported && rows.length > 0 ? (
        <ul className={styles.packs} aria-label={text.list}>
          {rows.map((row) => (
            <Row key={row.pack.name} row={row} online={online} />
          ))}
        </ul>
      ) : null}
      {supported && rows.length === 0 && online ? (
        <Text size="sm" c="dimmed">
          {packs.offered ? text.none : text.loading}
        </Text>
      ) : null}
    </Sheet>
  )
}

/** « Cartes hors ligne », beneath the map. */
export function OfflineMaps() {
  const [opened, setOpened] = useState(false)
  return (
    <>
      <Button variant="subtle" color="ardoise" leftSection={<IconMapDown size={18} />} onClick={() => setOpened(true)}>
        {text.title}
      </Button>
      {opened ? <OfflineMapsSheet onClose={() => setOpened(false)} /> : null}
    </>
  )
}
