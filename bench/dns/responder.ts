/** Answers every question for an address with 192.0.2.1, by UDP on loopback. Prints its port. */
const answer = Buffer.from('c00c00010001000000050004c0000201', 'hex')

const socket = await Bun.udpSocket({
  hostname: '127.0.0.1',
  socket: {
    data(socket, bytes, port, address) {
      // The question ends with its type and class, behind the name; what follows is EDNS, which the reply leaves out.
      const end = bytes.indexOf(0, 12) + 5
      const reply = Buffer.concat([bytes.subarray(0, end), answer])
      reply.writeUInt16BE(0x8180, 2)
      reply.writeUInt16BE(1, 6)
      reply.writeUInt16BE(0, 10)
      socket.send(reply, port, address)
    },
  },
})
console.log(socket.port)

export {}
