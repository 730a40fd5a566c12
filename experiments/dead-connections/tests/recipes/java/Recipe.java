// Connects to an address and lets the kernel notice when the peer is gone. Holds the connection until standard input ends.
import java.io.OutputStream;
import java.net.InetSocketAddress;
// begin
import static java.net.StandardSocketOptions.SO_KEEPALIVE;
import static jdk.net.ExtendedSocketOptions.TCP_KEEPCOUNT;
import static jdk.net.ExtendedSocketOptions.TCP_KEEPIDLE;
import static jdk.net.ExtendedSocketOptions.TCP_KEEPINTERVAL;

import java.io.IOException;
import java.net.Socket;

class Recipe {
    static final int IDLE_S = 15, INTERVAL_S = 15, PROBES = 5;

    static void noticeALostPeer(Socket socket) throws IOException {
        socket.setOption(SO_KEEPALIVE, true);
        socket.setOption(TCP_KEEPIDLE, IDLE_S);
        socket.setOption(TCP_KEEPINTERVAL, INTERVAL_S);
        socket.setOption(TCP_KEEPCOUNT, PROBES);
        // The JDK has no TCP_USER_TIMEOUT: while data is under
        // way, only a deadline of your own bounds the wait.
    }
    // end

    public static void main(String[] arguments) throws IOException {
        if (arguments.length != 2) {
            System.err.println("usage: Recipe HOST PORT");
            System.exit(2);
        }
        try (Socket socket = new Socket()) {
            noticeALostPeer(socket);
            socket.connect(new InetSocketAddress(arguments[0], Integer.parseInt(arguments[1])));
            System.out.println("set");
            System.in.transferTo(OutputStream.nullOutputStream());
        }
    }
}
