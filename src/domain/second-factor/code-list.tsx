import { Button, Text } from '@mantine/core'
import { IconCopy, IconDownload } from '@tabler/icons-react'
import { securiteText } from '../../text/securite.ts'
import { notices } from '../../ui/notices/notices.tsx'
import styles from './second-factor.module.css'

const { codes: text } = securiteText

function save(codes: readonly string[]): void {
  const url = URL.createObjectURL(new Blob([`${codes.join('\r\n')}\r\n`], { type: 'text/plain' }))
  Object.assign(document.createElement('a'), { href: url, download: text.file }).click()
  URL.revokeObjectURL(url)
}

/** The recovery codes, shown only once. */
export function CodeList({ codes, done, onKept }: { codes: readonly string[]; done: string; onKept: () => void }) {
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(codes.join('\n'))
    notices.info(text.copied)
  }
  return (
    <div className={styles.form}>
      <Text size="sm">{text.once}</Text>
      <ul className={styles.codes} aria-label={text.shown}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className={styles.actions}>
        <Button
          variant="default"
          size="md"
          leftSection={<IconCopy size={18} aria-hidden />}
          onClick={() => void copy().catch((error: unknown) => notices.failure(error))}
        >
          {text.copy}
        </Button>
        <Button
          variant="default"
          size="md"
          leftSection={<IconDownload size={18} aria-hidden />}
          onClick={() => save(codes)}
        >
          {text.download}
        </Button>
      </div>
      <Button size="md" fullWidth onClick={onKept}>
        {done}
      </Button>
    </div>
  )
}
