import { Button, type ButtonProps } from '@mantine/core'
import { IconCamera } from '@tabler/icons-react'
import { type ReactNode, useRef } from 'react'
import styles from './files.module.css'

/** Takes or chooses pictures. On a phone the browser offers the camera and the album. */
export function PhotoButton({
  label,
  busy,
  multiple = true,
  onFiles,
  children,
  ...button
}: Omit<ButtonProps, 'onClick'> & {
  label: string
  busy: boolean
  multiple?: boolean
  onFiles: (files: File[]) => void
  children?: ReactNode
}) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <input
        ref={input}
        className={styles.picker}
        type="file"
        accept="image/jpeg,image/png,image/webp,image/*"
        multiple={multiple}
        tabIndex={-1}
        aria-label={label}
        onChange={(event) => {
          const files = [...(event.currentTarget.files ?? [])]
          // Emptied, so that the same picture may be chosen again.
          event.currentTarget.value = ''
          if (files.length > 0) onFiles(files)
        }}
      />
      <Button
        variant="default"
        leftSection={<IconCamera size={18} aria-hidden />}
        loading={busy}
        {...button}
        onClick={() => input.current?.click()}
      >
        {children ?? label}
      </Button>
    </>
  )
}
