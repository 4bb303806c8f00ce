import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * My bot: bids by counting, plays the first card that is allowed. Improve it from here.
 *
 * <p>To print, use System.err.println: arena keeps it in the match's log. System.out is the protocol's alone.
 */
class Bot {
    /** Returns one of legal. view is all that your seat may know: hand, calls, contract, tricks so far, scores. */
    static String choose(String decision, List<String> legal, Map<String, Object> view) {
        List<String> hand = texts(view.get("hand"));
        switch (decision) {
            case "bid":
                return bid(hand, legal);
            case "trump":
                return trump(hand, legal);
            default:
                return play(view, legal);
        }
    }

    static final List<String> SUITS = List.of("clubs", "diamonds", "hearts", "spades");

    /** The jack of the trump's colour is a trump as well. */
    static final Map<String, String> LEFT_BOWER =
            Map.of("clubs", "Js", "diamonds", "Jh", "hearts", "Jd", "spades", "Jc");

    /** A card is rank and suit, "Td" or "Jh". */
    static boolean isTrump(String card, String trump) {
        return card.charAt(1) == trump.charAt(0) || card.equals(LEFT_BOWER.get(trump));
    }

    /** A rough count: a trick for every trump but one, and one for every other ace. */
    static int tricksExpected(List<String> hand, String trump) {
        int tricks = -1;
        for (String card : hand) {
            if (isTrump(card, trump) || card.startsWith("A")) tricks++;
        }
        return tricks;
    }

    static String bestSuit(List<String> hand) {
        // To try: "high" (no trump, the ace is best) and "low" (no trump, the nine is best).
        String best = SUITS.get(0);
        for (String suit : SUITS) {
            if (tricksExpected(hand, suit) > tricksExpected(hand, best)) best = suit;
        }
        return best;
    }

    static String bid(List<String> hand, List<String> legal) {
        // To try: what did the partner call, texts(view.get("calls"))? And how many tricks will the partner take?
        int tricks = Math.min(tricksExpected(hand, bestSuit(hand)), 6);
        String wanted = String.valueOf(tricks);
        // legal begins with "pass", or with "3" for a dealer who must bid
        return legal.contains(wanted) ? wanted : legal.get(0);
    }

    static String trump(List<String> hand, List<String> legal) {
        String suit = bestSuit(hand);
        return legal.contains(suit) ? suit : legal.get(0); // in Euchre, not all suits are legal
    }

    static String play(Map<String, Object> view, List<String> legal) {
        // To try: lead aces, win with the cheapest card, do not beat the partner.
        return legal.get(0);
    }

    // --- Talking to arena: one JSON object a line ---

    public static void main(String[] arguments) throws IOException {
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        String line;
        while ((line = in.readLine()) != null) { // null at the end of the input: exit
            Map<String, Object> message = object(new Json(line).value());
            Object type = message.get("type");
            if ("match_start".equals(type)) {
                send("{\"type\":\"ready\"}");
            } else if ("request".equals(type)) {
                String decision = (String) message.get("decision");
                String action = choose(decision, texts(message.get("legal")), object(message.get("view")));
                send("{\"type\":\"action\",\"id\":" + message.get("id") + ",\"action\":\"" + action + "\"}");
            } // deal_end (all four hands, the points), fault and match_end want no answer
        }
    }

    static void send(String line) {
        System.out.print(line + "\n");
        System.out.flush(); // never leave a line behind in a buffer
    }

    // --- Just enough JSON, without a library: a Map, List, String, Long, Double, Boolean or null ---

    @SuppressWarnings("unchecked")
    static Map<String, Object> object(Object value) {
        return (Map<String, Object>) value;
    }

    static List<String> texts(Object list) {
        List<String> texts = new ArrayList<>();
        for (Object text : (List<?>) list) texts.add((String) text);
        return texts;
    }

    /** Reads a value. arena's lines are always well formed. */
    static class Json {
        private final String text;
        private int at = 0; // the character to be read next

        Json(String text) {
            this.text = text;
        }

        Object value() {
            if (accept('{')) {
                Map<String, Object> fields = new LinkedHashMap<>();
                while (!accept('}')) {
                    accept(',');
                    String key = (String) value();
                    accept(':');
                    fields.put(key, value());
                }
                return fields;
            }
            if (accept('[')) {
                List<Object> items = new ArrayList<>();
                while (!accept(']')) {
                    accept(',');
                    items.add(value());
                }
                return items;
            }
            return accept('"') ? string() : word();
        }

        /** Steps over white space, and over the sign if it is next. */
        private boolean accept(char sign) {
            while (Character.isWhitespace(text.charAt(at))) at++;
            boolean found = text.charAt(at) == sign;
            if (found) at++;
            return found;
        }

        /** To the closing quote. Escapes are left as they are: no card or call has any. */
        private String string() {
            int start = at;
            while (text.charAt(at) != '"') at += text.charAt(at) == '\\' ? 2 : 1;
            return text.substring(start, at++);
        }

        private Object word() {
            int start = at;
            while (at < text.length() && ",]} ".indexOf(text.charAt(at)) < 0) at++;
            String word = text.substring(start, at);
            if (word.equals("null")) return null;
            if (word.equals("true") || word.equals("false")) return Boolean.valueOf(word);
            return word.matches("-?[0-9]+") ? (Object) Long.valueOf(word) : (Object) Double.valueOf(word);
        }
    }
}
