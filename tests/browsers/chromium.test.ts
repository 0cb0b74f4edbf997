import { openChromium } from './support/chromium.ts'
import { tellCoreJourney } from './support/journey.ts'

tellCoreJourney({ open: openChromium })
