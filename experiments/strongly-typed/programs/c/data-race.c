#include <pthread.h>
#include <stdio.h>
static int n;
static void *count(void *unused) {
    for (int i = 0; i < 10000; i++) n++; // MISTAKE
    return unused;
}
int main(void) {
    pthread_t threads[2];
    for (int i = 0; i < 2; i++) pthread_create(&threads[i], NULL, count, NULL);
    for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
    printf("past %d\n", n);
}
