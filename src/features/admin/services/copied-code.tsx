import { Button, CopyButton, Stack, TextInput } from '@mantine/core'
import { useState } from 'react'
import { servicesText as text } from '../../../text/admin/services.ts'
import { Segments } from '../../../ui/controls/segments.tsx'
import styles from './services.module.css'
import { CODE_KINDS, type CodeKind } from './website-code.ts'

/** Code for another program of the company, in the language that it speaks. */
export function CodeToPaste({ code, hint, of }: { code: Record<CodeKind, string>; hint: string; of: string }) {
  const [kind, setKind] = useState<CodeKind>('PHP')
  return (
    <details className={styles.code}>
      <summary>{text.code}</summary>
      <p className={styles.note}>{hint}</p>
      <Segments
        small
        label={`${text.code} : ${of}`}
        data={CODE_KINDS.map((one) => ({ value: one, label: one }))}
        value={kind}
        onChange={setKind}
      />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reached without a mouse */}
      <section tabIndex={0} aria-label={`${text.code} : ${of}, ${kind}`}>
        <pre>{code[kind]}</pre>
      </section>
      <Copy value={code[kind]} />
    </details>
  )
}

/** A secret that is shown once. */
export function ShownOnce({ label, hint, value }: { label: string; hint: string; value: string }) {
  return (
    <Stack gap="xs" my="sm">
      <TextInput size="md" label={label} description={hint} value={value} readOnly />
      <div>
        <Copy value={value} />
      </div>
    </Stack>
  )
}

function Copy({ value }: { value: string }) {
  return (
    <CopyButton value={value}>
      {({ copied, copy }) => (
        <Button variant="default" onClick={copy}>
          {copied ? text.copied : text.copy}
        </Button>
      )}
    </CopyButton>
  )
}
