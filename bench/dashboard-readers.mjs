// Open dashboards, in a process that costs next to nothing: what comes is counted and thrown away. Started by
// dashboard.mjs; it gets { host, port, requests } as a message and answers with how many streams have begun.
import { connect } from 'node:net'
import { constants, setPriority } from 'node:os'

// A reader is somebody else's machine: it is not to take the time of what is measured.
setPriority(0, constants.priority.PRIORITY_LOW)
const buffer = Buffer.alloc(65_536)

function open({ host, port }, text) {
  return new Promise((resolve, reject) => {
    const callback = (bytes) => {
      if (isOpen) return true
      const status = Number(buffer.latin1Slice(0, bytes).split(' ', 2)[1])
      if (status !== 200) reject(new Error(`a stream was answered ${status}`))
      isOpen = true
      resolve()
      return true
    }
    let isOpen = false
    const socket = connect({ host, port, onread: { buffer, callback } }, () => socket.write(text))
    socket.on('error', reject)
  })
}

process.on('disconnect', () => process.exit())
process.once('message', async ({ place, requests }) => {
  await Promise.all(requests.map((text) => open(place, text)))
  process.send(requests.length)
})
