import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { contentText } from '../../../text/admin/content.ts'
import { adminPaths } from '../../../ui/navigation/admin-paths.ts'
import styles from './asset-tabs.module.css'

const TABS = ['assetsitem', 'assetsitemcustom', 'assetstype'] as const

/** The three lists of assets: their types, the default items, and a company's own items that replace them. */
export function AssetTabs({ current, children }: { current: (typeof TABS)[number]; children: ReactNode }) {
  return (
    <>
      <nav className={styles.tabs} aria-label={contentText.assetsNav}>
        {TABS.map((tab) => (
          <Button
            key={tab}
            component={Link}
            to={adminPaths.list(tab)}
            variant={tab === current ? 'light' : 'default'}
            {...(tab === current ? { 'aria-current': 'page' as const } : {})}
          >
            {contentText.assetTabs[tab]}
          </Button>
        ))}
      </nav>
      {children}
    </>
  )
}
