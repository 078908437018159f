import { setNonce } from 'get-nonce'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import './app/mantine.css'
import './app/app.css'
import { App } from './app/app.js'
import { fetchScreenAt } from './app/screens.js'
import { wayBack } from './ui/way-back.js'

const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? ''
setNonce(nonce) // for the styles of dialogs, which stop the page behind them from scrolling

wayBack.watch()
fetchScreenAt(window.location.pathname)

const root = document.getElementById('root')
if (root === null) throw new Error('index.html has no root')
createRoot(root).render(
  <StrictMode>
    <App nonce={nonce} />
  </StrictMode>,
)
