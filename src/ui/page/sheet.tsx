import { Drawer, Modal } from '@mantine/core'
import { type ReactNode, useEffect, useState } from 'react'
import { appText } from '../../text/app.ts'
import { useDesktop } from '../hooks/desktop.ts'
import { useLayer } from '../navigation/layers.ts'
import styles from './sheet.module.css'

/** A short task over the page: bottom sheet on a phone, modal on a desktop. */
export function Sheet({
  opened,
  onClose,
  title,
  size = 'md',
  closeOnEscape = true,
  children,
}: {
  opened: boolean
  onClose: () => void
  title: ReactNode
  /** Width on a desktop. */
  size?: 'sm' | 'md' | 'lg' | 'xl'
  closeOnEscape?: boolean
  children: ReactNode
}) {
  const isWide = useDesktop()
  // One that is open keeps its form when a tablet is turned: another one would begin anew, without what is being typed in it.
  const [desktop, setDesktop] = useState(isWide)
  if (!opened && desktop !== isWide) setDesktop(isWide)
  // One that was never opened draws nothing: a list has two or three. It is drawn closed and then opens, so that it comes in and gives the focus back.
  const [isDrawn, setIsDrawn] = useState(opened)
  useEffect(() => {
    if (opened) setIsDrawn(true)
  }, [opened])
  useLayer(opened, onClose)
  if (!opened && !isDrawn) return null
  const shared = {
    opened: opened && isDrawn,
    onClose,
    title,
    closeOnEscape,
    closeButtonProps: { 'aria-label': appText.close },
  }
  if (desktop) {
    return (
      <Modal {...shared} size={size}>
        {children}
      </Modal>
    )
  }
  return (
    <Drawer
      {...shared}
      position="bottom"
      size="auto"
      classNames={{ content: styles.content ?? '', body: styles.body ?? '', header: styles.header ?? '' }}
    >
      {children}
    </Drawer>
  )
}
