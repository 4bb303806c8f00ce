# What a bash bot may well do; one line of result each.
read -r line
echo "stdin $line"
echo "sorted $(printf '2\n1\n' | sort | tr '\n' ' ')"
echo "here $(cat <<< string)"
coproc cat
echo through >&"${COPROC[1]}"
read -r answer <&"${COPROC[0]}"
echo "piped $answer"
kill "$COPROC_PID"
sleep 60 &
kill $!
wait $!
echo "signalled $?"
diff <(echo a) <(echo a) && echo "substituted"
echo kept > file
mkdir folder && mv file folder/ && echo "file $(cat folder/file)"
rm -r folder
temp=$(mktemp) && echo "temporary ${temp%/*}"
awk 'BEGIN { print "awk", 6 * 7 }'
echo "timed $(timeout 20 echo out)"
python3 -c 'print("python", 6 * 7)'
echo "to stderr" > /dev/stderr
