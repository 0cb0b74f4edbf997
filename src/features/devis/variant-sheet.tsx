import { Button, Chip, Group, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { VARIANT_NAMES } from '../../../schemas/rules/variants.ts'
import type { LocalRecord } from '../../../sync/store/local-record.ts'
import { variantesText } from '../../text/variantes.ts'
import { useBusy } from '../../ui/notices/use-busy.ts'
import { Sheet } from '../../ui/page/sheet.tsx'
import styles from './devis.module.css'

const text = variantesText.sheet
const MOST = 40

export interface VariantSheetProps {
  devis: LocalRecord<'devis'>
  /** Names that variants of this quote have already. */
  taken: readonly string[]
  /** @param own the name of the quote itself; null when it has one, or may not change */
  onCreate: (names: { own: string | null; name: string }) => Promise<void>
  onClose: () => void
}

/** Asks for the names of a new variant and, where it has none yet, of the quote that it is made of. */
export function VariantSheet({ devis, taken, onCreate, onClose }: VariantSheetProps) {
  const asksOwn = !devis.VARIANTE
  const free = VARIANT_NAMES.filter((one) => !taken.includes(one))
  const [own, setOwn] = useState<string>(asksOwn ? (free[0] ?? '') : '')
  const [name, setName] = useState<string>((asksOwn ? free[1] : free[0]) ?? '')
  const [tried, setTried] = useState(false)
  const { busy, whileBusy } = useBusy()
  const wanted = name.trim()
  const issue =
    wanted === '' ? text.missing : [...taken, ...(asksOwn ? [own.trim()] : [])].includes(wanted) ? text.same : null
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    setTried(true)
    if (issue === null) void whileBusy(() => onCreate({ own: asksOwn ? own.trim() || null : null, name: wanted }))
  }
  return (
    <Sheet opened onClose={onClose} title={text.title}>
      <form className={styles.sheetForm} onSubmit={submit} noValidate>
        <p className={styles.quiet}>{text.intro}</p>
        {asksOwn ? (
          <TextInput
            size="md"
            label={text.own}
            maxLength={MOST}
            value={own}
            onChange={(event) => setOwn(event.currentTarget.value)}
          />
        ) : null}
        <TextInput
          size="md"
          label={text.name}
          maxLength={MOST}
          value={name}
          error={tried ? issue : null}
          data-autofocus
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Chip.Group value={name} onChange={(value) => setName(String(value))}>
          <Group gap={8} role="group" aria-label={text.suggestions}>
            {free
              .filter((one) => one !== own.trim())
              .map((one) => (
                <Chip key={one} value={one} size="md">
                  {one}
                </Chip>
              ))}
          </Group>
        </Chip.Group>
        <Button type="submit" size="md" fullWidth loading={busy}>
          {text.create}
        </Button>
      </form>
    </Sheet>
  )
}
